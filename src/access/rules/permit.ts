import { restrict } from '../../guard/restriction.ts'
import type { DatabaseSettings } from '../../manage/databases/rules/database-settings.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Caller } from './caller.ts'
import type { Role } from './role.ts'

/** What a route asks of its caller. */
export interface Needs {
  /** What the caller wants to do. */
  readonly permission: Permission
  /** Another permission that does as well. */
  readonly orPermission?: KeyPermission
  /** The kinds of key that may do it. */
  readonly keys: readonly Caller['kind'][]
  /** The roles of people that may, where fewer may than the permission says (`role.ts`). */
  readonly roles?: readonly Role[]
  /** What the route gives is the same for every tenant and scope: neither is asked for, nor judged. */
  readonly sameForAllTenants?: true
  /** Chat-history endpoints need `X-Scope-Id` (specification, Authentication, rule 4). */
  readonly scope: 'required' | 'optional'
}

/**
 * `account`: what a person does with an account of their own, which no key has. `operate`: what whoever operates the installation
 * does, which no organization has.
 */
export type Permission = 'chat' | 'history' | 'branding' | 'manage' | 'account' | 'operate'

/** What a key may be for; whoever may chat may also see the colours of the chat. */
export const KEY_PERMISSIONS = ['chat', 'history', 'manage'] as const
export type KeyPermission = (typeof KEY_PERMISSIONS)[number]

/** What a kind of key may be for; a database key is public, and no route for it asks for more. */
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
 * Refuses to make, change or let in what may more than whoever asks for it may: a key gives nobody more than it has.
 *
 * @param permissions of whoever asks; people and keys without limits have all of them
 * @param wanted what may be done by means of it, in the order in which it is told
 * @param field of the request which says what is wanted, where one does; what is lacking is told of the key otherwise
 * @throws Problem `permission_missing`
 */
export const requireNoMore = (
  permissions: readonly KeyPermission[],
  wanted: readonly KeyPermission[],
  field?: string,
): void => {
  const beyond = wanted.filter((permission) => !permissions.includes(permission))
  if (beyond.length === 0) return
  const message = `An API key can only grant permissions that it has itself: it lacks ${beyond.join(', ')}.`
  const details = field === undefined ? {} : { details: [{ field, message, code: 'AUTH_FAILED' }] }
  throw new Problem('permission_missing', { message, ...details })
}

export const ANY_KEY: Needs['keys'] = ['organization', 'database']

/** Of routes that show or change what an organization has. */
export const MANAGING: Needs = { permission: 'manage', keys: ['organization'], scope: 'optional' }

/** Of what people do with an account of their own. */
export const OWN_ACCOUNT: Needs = { permission: 'account', keys: [], scope: 'optional' }

/** Of what operators do, with a credential of theirs. */
export const OPERATING: Needs = { permission: 'operate', keys: [], scope: 'optional' }

/** Said to whoever comes to a route of operators as somebody else. */
export const OPERATORS_ONLY =
  'This endpoint requires an operator credential: send it as Authorization: Bearer (create one with tabletalk operator new).'

/** Of people it was decided before, by their role. */
const isPerson = ({ keyId, kind }: Caller): boolean => keyId === undefined && kind === 'organization'

const FOR_PEOPLE = 'This endpoint requires a user access token: send it as Authorization: Bearer, and no API key.'

const whoIsMeant = ({ permission }: Needs): string => (permission === 'operate' ? OPERATORS_ONLY : FOR_PEOPLE)

/**
 * Decides whether a caller may use a route, before the route looks at anything of the request.
 *
 * A database key is made to be public, so whoever holds it must say for which tenant it speaks, on every route that does not give
 * the same to all of them.
 *
 * @param ownDatabase the database of a database key
 * @throws Problem `key_not_permitted`, `scope_missing`, `database_not_found` when the key's database is gone, and for
 * database keys every problem of `restrict`
 */
export const permit = (caller: Caller, needs: Needs, ownDatabase: DatabaseSettings | undefined): void => {
  if (!isPerson(caller) && !needs.keys.includes(caller.kind))
    throw new Problem('key_not_permitted', needs.keys.length === 0 ? { message: whoIsMeant(needs) } : {})
  if (needs.scope === 'required' && caller.scopeId === undefined) throw new Problem('scope_missing')
  if (caller.kind === 'organization') return
  if (ownDatabase === undefined) throw new Problem('database_not_found')
  if (needs.sameForAllTenants !== true) restrict(caller, ownDatabase)
}
