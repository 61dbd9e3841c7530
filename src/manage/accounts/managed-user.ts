import type { Organization } from '../../access/rules/organization.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { KEY_PERMISSIONS, type KeyPermission, requireGrantable } from '../../access/rules/permit.ts'
import { outranks, permissionsOf, type Role } from '../../access/rules/role.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { AccountParts } from './account-parts.ts'
import type { User } from './rules/user.ts'

/** A manager of users, with the manager's own role and permissions. */
export interface UserManager {
  readonly organization: Organization
  readonly role: Role
  readonly permissions: readonly KeyPermission[]
}

/** A user of the caller's organization. @throws Problem `user_not_found` */
export const requireUser = async (
  { store }: Pick<AccountParts, 'store'>,
  caller: OrganizationRef,
  id: number,
): Promise<User> => {
  const found = await store.users.find(caller, id)
  if (found === undefined) throw new Problem('user_not_found')
  return found
}

/**
 * A user that the manager may change.
 * @param rankOf the role to compare with; by default the assigned role, also if it is not accepted yet
 * @throws Problem `user_not_found`, `role_not_permitted`
 */
export const requireManageableUser = async (
  parts: Pick<AccountParts, 'store'>,
  manager: UserManager,
  id: number,
  rankOf: (found: User) => Role = ({ role }) => role,
): Promise<User> => {
  const found = await requireUser(parts, { organizationId: manager.organization.id }, id)
  requireOutranks(manager, rankOf(found))
  return found
}

/** A manager cannot add, change or remove a user of a higher role. @throws Problem `role_not_permitted` */
const requireOutranks = ({ role }: UserManager, wanted: Role): void => {
  if (!outranks(role, wanted)) throw new Problem('role_not_permitted')
}

/**
 * Assigning a role, or admitting a user who has one, grants its permissions: a manager can grant only what the manager
 * has. Removing permissions grants nothing.
 * @throws Problem `role_not_permitted`, `permission_missing`
 */
export const requireMayGrantRole = (manager: UserManager, role: Role): void => {
  requireOutranks(manager, role)
  requireGrantable(
    manager.permissions,
    KEY_PERMISSIONS.filter((one) => permissionsOf(role).includes(one)),
  )
}
