import type { AccountParts } from './account-parts.ts'
import type { UserChange } from './store/users.ts'

/**
 * Changes the password of a user and ends their sessions: before the write, so that none outlives the password after a
 * crash, and after it, for those that began meanwhile.
 *
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
