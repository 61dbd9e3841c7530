import { restrict } from '../../guard/restriction.ts'
import type { DatabaseSettings } from '../../manage/databases/rules/database-settings.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Caller } from './caller.ts'
import type { Feature } from './plan.ts'
import type { Role } from './role.ts'

/** What a route requires of its caller. */
export interface AccessRequirements {
  readonly permission: Permission
  /** Another permission that suffices. */
  readonly orPermission?: KeyPermission
  /** The kinds of key that may use the route. */
  readonly keys: readonly Caller['kind'][]
  /** What the plan must include, for keys of every kind and users. Server keys always need `api_access`. */
  readonly feature?: Feature
  /** Restricts the roles that have the permission (`role.ts`). */
  readonly roles?: readonly Role[]
  /** The response is the same for every tenant and scope, which are neither required nor checked. */
  readonly sameForAllTenants?: true
  /** Chat-history endpoints need `X-Scope-Id` (specification, Authentication, rule 4). */
  readonly scope: 'required' | 'optional'
}

/**
 * `account`: for users and their own accounts, never for keys. `operate`: for operators of the installation, never for
 * organizations.
 */
export type Permission = 'chat' | 'history' | 'branding' | 'manage' | 'account' | 'operate'

/** The permissions of keys; `branding` needs none of them. */
export const KEY_PERMISSIONS = ['chat', 'history', 'manage'] as const
export type KeyPermission = (typeof KEY_PERMISSIONS)[number]

/** The permissions of each kind of key; a database key is public, and no route for it requires others. */
export const PERMISSIONS_OF_KIND: Readonly<Record<Caller['kind'], readonly KeyPermission[]>> = {
  organization: KEY_PERMISSIONS,
  database: ['chat', 'history'],
}

/** The permissions that a key of a kind could never use. */
export const uselessPermissions = (
  kind: Caller['kind'],
  wanted: readonly KeyPermission[] | null | undefined,
): readonly KeyPermission[] => (wanted ?? []).filter((permission) => !PERMISSIONS_OF_KIND[kind].includes(permission))

/**
 * Prevents privilege escalation: a caller can only grant permissions that it has.
 *
 * @param permissions of the caller; users and unrestricted keys have all
 * @param wanted permissions to be granted; the problem lists missing ones in this order
 * @param field of the request that names the permissions, for the details of the problem
 * @throws Problem `permission_missing`
 */
export const requireGrantable = (
  permissions: readonly KeyPermission[],
  wanted: readonly KeyPermission[],
  field?: string,
): void => {
  const missing = wanted.filter((permission) => !permissions.includes(permission))
  if (missing.length === 0) return
  const message = `An API key can only grant permissions that it has itself: it lacks ${missing.join(', ')}.`
  const details = field === undefined ? {} : { details: [{ field, message, code: 'AUTH_FAILED' }] }
  throw new Problem('permission_missing', { message, ...details })
}

export const ANY_KEY: AccessRequirements['keys'] = ['organization', 'database']

/** For routes that read or change the resources of an organization. */
export const MANAGING: AccessRequirements = { permission: 'manage', keys: ['organization'], scope: 'optional' }

/** For protocols of other tools, whose keys are no public ones. */
export const ASKING_FROM_TOOLS: AccessRequirements = {
  permission: 'chat',
  keys: ['organization'],
  feature: 'api_access',
  scope: 'optional',
}

/** For routes of users and their own accounts. */
export const OWN_ACCOUNT: AccessRequirements = { permission: 'account', keys: [], scope: 'optional' }

/** For routes of operators. */
export const OPERATING: AccessRequirements = { permission: 'operate', keys: [], scope: 'optional' }

/** The message for callers of an operator route without an operator credential. */
export const OPERATORS_ONLY =
  'This endpoint requires an operator credential: send it as Authorization: Bearer (create one with tabletalk operator new).'

/** Whether the caller is a user, whose role `admitUser` has already checked. */
const isUser = ({ keyId, kind }: Caller): boolean => keyId === undefined && kind === 'organization'

const USERS_ONLY = 'This endpoint requires a user access token: send it as Authorization: Bearer, and no API key.'

const requiredCredential = ({ permission }: AccessRequirements): string =>
  permission === 'operate' ? OPERATORS_ONLY : USERS_ONLY

/**
 * Decides whether a caller may use a route, before the route reads the request. A database key is public, so its requests must
 * name a tenant (if the database is scoped) on every route whose response depends on it.
 *
 * @param ownDatabase the database of a database key
 * @throws Problem `key_not_permitted`, `scope_missing`, `database_not_found` if the key's database was removed, and for
 * database keys every problem of `restrict`
 */
export const permit = (caller: Caller, needs: AccessRequirements, ownDatabase: DatabaseSettings | undefined): void => {
  if (!isUser(caller) && !needs.keys.includes(caller.kind))
    throw new Problem('key_not_permitted', needs.keys.length === 0 ? { message: requiredCredential(needs) } : {})
  if (needs.scope === 'required' && caller.scopeId === undefined) throw new Problem('scope_missing')
  if (caller.kind === 'organization') return
  if (ownDatabase === undefined) throw new Problem('database_not_found')
  if (needs.sameForAllTenants !== true) restrict(caller, ownDatabase)
}
