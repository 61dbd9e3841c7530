import type { AuditAction } from '../audit/rules/audit.ts'
import type { AccountParts } from './account-parts.ts'
import type { User } from './rules/user.ts'

interface OwnChange {
  readonly action: AuditAction & `user.${string}`
  readonly traceId: string
}

/** Performs a change of a user's own account between the two writes of its audit entry. */
export const auditOwnChange = async (
  { store }: Pick<AccountParts, 'store'>,
  user: Pick<User, 'id' | 'organizationId' | 'email'>,
  { action, traceId }: OwnChange,
  write: () => Promise<void>,
): Promise<void> => {
  const actor = { kind: 'user', id: user.id, email: user.email } as const
  await store.audit.record(user, { actor, action, subject: String(user.id), changes: [], traceId }, { write })
}
