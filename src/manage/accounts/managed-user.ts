import type { Organization } from '../../access/rules/organization.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { KEY_PERMISSIONS, type KeyPermission, requireNoMore } from '../../access/rules/permit.ts'
import { outranks, permissionsOf, type Role } from '../../access/rules/role.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { AccountParts } from './account-parts.ts'
import type { User } from './rules/user.ts'

/** Who manages people: what they are themselves, and what they may. */
export interface UserManager {
  readonly organization: Organization
  readonly role: Role
  readonly permissions: readonly KeyPermission[]
}

/** A user of the caller's organization. @throws Problem `user_not_found` */
export const foundUser = async (
  { store }: Pick<AccountParts, 'store'>,
  caller: OrganizationRef,
  id: number,
): Promise<User> => {
  const found = await store.users.find(caller, id)
  if (found === undefined) throw new Problem('user_not_found')
  return found
}

/**
 * A user whom somebody manages.
 * @param rankOf what the user is held to be: what they are made, be it that they have not accepted it yet
 * @throws Problem `user_not_found`, `role_not_permitted`
 */
export const managedUser = async (
  parts: Pick<AccountParts, 'store'>,
  manager: UserManager,
  id: number,
  rankOf: (found: User) => Role = ({ role }) => role,
): Promise<User> => {
  const found = await foundUser(parts, { organizationId: manager.organization.id }, id)
  requireRank(manager, rankOf(found))
  return found
}

/** Nobody makes, changes or removes somebody above themselves. @throws Problem `role_not_permitted` */
const requireRank = ({ role }: UserManager, wanted: Role): void => {
  if (!outranks(role, wanted)) throw new Problem('role_not_permitted')
}

/**
 * Whoever gives somebody a role, or lets somebody in who has one, gives what it may do: nobody gives more than they have.
 * Taking something away, be it everything, gives nothing.
 * @throws Problem `role_not_permitted`, `permission_missing`
 */
export const requireGiven = (manager: UserManager, role: Role): void => {
  requireRank(manager, role)
  requireNoMore(
    manager.permissions,
    KEY_PERMISSIONS.filter((one) => permissionsOf(role).includes(one)),
  )
}
