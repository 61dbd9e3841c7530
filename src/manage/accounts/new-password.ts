import type { AccountParts } from './account-parts.ts'
import type { UserChange } from './store/users.ts'

/**
 * Writes a new password and ends the user's sessions: before the write, so that no session outlives the old password if
 * the process dies in between, and after it, for sessions started in the meantime.
 * @param but a session that continues
 */
export const writePassword = async (
  { store }: Pick<AccountParts, 'store'>,
  { organizationId, id }: { readonly organizationId: number; readonly id: number },
  change: UserChange & Required<Pick<UserChange, 'passwordHash'>>,
  but?: string,
): Promise<void> => {
  const own = { organizationId }
  await store.portalSessions.endOfUser(own, id, but)
  await store.users.change(own, id, change)
  await store.portalSessions.endOfUser(own, id, but)
}
