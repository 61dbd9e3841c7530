import type { AuditAction } from '../audit/rules/audit.ts'
import type { AccountParts } from './account-parts.ts'
import type { User } from './rules/user.ts'

interface Done {
  readonly action: AuditAction & `user.${string}`
  readonly traceId: string
}

/** Records a change of a user's own account in the audit log. */
export const recordOwn = async (
  { store }: Pick<AccountParts, 'store'>,
  user: Pick<User, 'id' | 'organizationId' | 'email'>,
  { action, traceId }: Done,
  write: () => Promise<void>,
): Promise<void> => {
  const actor = { kind: 'user', id: user.id, email: user.email } as const
  await store.audit.record(user, { actor, action, subject: String(user.id), changes: [], traceId }, { write })
}
