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
 * A user that a manager may change.
 *
 * @param rankOf the role that counts: the assigned one, accepted or not
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

/** Managers may not create, change or remove users of a higher role. @throws Problem `role_not_permitted` */
const requireRank = ({ role }: UserManager, wanted: Role): void => {
  if (!outranks(role, wanted)) throw new Problem('role_not_permitted')
}

/**
 * Giving a role, or admitting a user who has one, requires all of its permissions. Taking away requires nothing.
 *
 * @throws Problem `role_not_permitted`, `permission_missing`
 */
export const requireGiven = (manager: UserManager, role: Role): void => {
  requireRank(manager, role)
  requireNoMore(
    manager.permissions,
    KEY_PERMISSIONS.filter((one) => permissionsOf(role).includes(one)),
  )
}
