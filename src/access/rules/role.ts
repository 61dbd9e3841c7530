import type { Needs, Permission } from './permit.ts'

/** What a person is in an organization, the highest first. */
export const ROLES = ['owner', 'admin', 'member'] as const
export type Role = (typeof ROLES)[number]

const OWN: readonly Permission[] = ['account', 'branding']

/** What a role may do; a route may be for fewer of them (`Needs.roles`). Whatever a server key may, an owner may. */
const PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: [...OWN, 'chat', 'history', 'manage'],
  admin: [...OWN, 'chat', 'history', 'manage'],
  member: [...OWN, 'chat', 'history'],
}

export const permissionsOf = (role: Role): readonly Permission[] => PERMISSIONS[role]

/** Whether a person may use a route, by what the route declares. */
export const mayUse = (role: Role, needs: Needs): boolean => {
  const { permission, orPermission, roles } = needs
  const may = PERMISSIONS[role]
  const has = may.includes(permission) || (orPermission !== undefined && may.includes(orPermission))
  return has && (roles === undefined || roles.includes(role))
}

/**
 * Whether a key that somebody has made may use a route that is for some roles alone.
 *
 * @param maker what they were; undefined: an owner, or whoever operates the installation
 */
export const isKeyFor = (maker: Role | undefined, { roles }: Pick<Needs, 'roles'>): boolean =>
  maker === undefined || roles === undefined || roles.includes(maker)

/**
 * Who may, to be read after what was refused to somebody by their role; the owners can do all that any person can.
 * @param needs of the route that they were refused at
 */
export const whoMay = (needs: Needs): string => {
  const may = ROLES.filter((role) => mayUse(role, needs))
  if (needs.permission === 'operate') return 'operators of the service can do it, with an operator credential.'
  if (may.length === 0) return 'this endpoint is for API keys (X-API-Key).'
  return `${may.map((role) => NAMED[role]).join(' or ')} of your organization can do it.`
}

const NAMED: Readonly<Record<Role, string>> = { owner: 'an owner', admin: 'an admin', member: 'a member' }

/** Whether somebody of one role may make, change or remove somebody of the other: nobody reaches above themselves. */
export const outranks = (role: Role, other: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(other)
