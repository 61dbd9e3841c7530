import type { AccountParts } from './account-parts.ts'
import type { UserChange } from './store/users.ts'

/**
 * Writes another password of somebody, and ends their log-ins: before, so that none of them outlives the password where a
 * process dies in between, and after it, for those that began meanwhile.
 *
 * @param but a log-in that goes on
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
