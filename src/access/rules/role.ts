import type { AccessRequirements, Permission } from './permit.ts'

/** Roles of users in an organization, the highest first. */
export const ROLES = ['owner', 'admin', 'member'] as const
export type Role = (typeof ROLES)[number]

const OWN: readonly Permission[] = ['account', 'branding']

/** The permissions of roles; a route may restrict its roles further (`AccessRequirements.roles`). Owners have all permissions of keys. */
const PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: [...OWN, 'chat', 'history', 'manage'],
  admin: [...OWN, 'chat', 'history', 'manage'],
  member: [...OWN, 'chat', 'history'],
}

export const permissionsOf = (role: Role): readonly Permission[] => PERMISSIONS[role]

/** Whether a user with a role may use a route. */
export const mayUse = (role: Role, needs: AccessRequirements): boolean => {
  const { permission, orPermission, roles } = needs
  const permissions = PERMISSIONS[role]
  const isPermitted =
    permissions.includes(permission) || (orPermission !== undefined && permissions.includes(orPermission))
  return isPermitted && (roles === undefined || roles.includes(role))
}

/**
 * Whether a key may use a route that is restricted to some roles.
 *
 * @param creator the role of the key's creator; undefined for an owner or an operator of the installation
 */
export const isKeyFor = (creator: Role | undefined, { roles }: Pick<AccessRequirements, 'roles'>): boolean =>
  creator === undefined || roles === undefined || roles.includes(creator)

/**
 * The part of a problem's message that names the roles which may use a route.
 * @param needs of the route that refused the caller
 */
export const allowedRolesText = (needs: AccessRequirements): string => {
  const allowed = ROLES.filter((role) => mayUse(role, needs))
  if (needs.permission === 'operate') return 'operators of the service can do it, with an operator credential.'
  if (allowed.length === 0) return 'this endpoint is for API keys (X-API-Key).'
  return `${allowed.map((role) => ROLE_WITH_ARTICLE[role]).join(' or ')} of your organization can do it.`
}

const ROLE_WITH_ARTICLE: Readonly<Record<Role, string>> = { owner: 'an owner', admin: 'an admin', member: 'a member' }

/** Whether a user with `role` may create, change or remove one with `other`: it must not be a higher role. */
export const outranks = (role: Role, other: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(other)
