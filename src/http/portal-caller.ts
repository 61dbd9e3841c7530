import type { Request } from 'express'
import type { Caller } from '../access/rules/caller.ts'
import type { Epoch } from '../access/rules/epoch.ts'
import type { Person } from '../manage/accounts/person.ts'
import { canonicalScope, singleHeader } from './caller.ts'
import type { RouteParts } from './route-parts.ts'

/** Somebody who has logged in, as the caller of a request. */
export interface CalledByPerson {
  readonly caller: Caller
  readonly person: Person
  readonly epoch: Epoch
}

const BEARER = /^bearer +(\S+) *$/i

/** Keys of ours are no tokens: whoever sends one so is told where it goes. */
const KEY = /^[sp]k_/

/** An access token that is sent; undefined where there is none, or a key is sent beside it or in its place. */
export const sentBearer = (req: Request): string | undefined => {
  if (singleHeader(req, 'X-API-Key') !== undefined || req.query.ticket !== undefined) return undefined
  const [, token] = BEARER.exec(singleHeader(req, 'Authorization') ?? '') ?? []
  return token === undefined || KEY.test(token) ? undefined : token
}

/**
 * An access token → the person who calls. Tenant and scope are those of the headers, as for a server key.
 * @throws Problem as `Accounts.person`
 */
export const portalCaller = async (
  req: Request,
  token: string,
  { accounts, store }: Pick<RouteParts, 'accounts' | 'store'>,
): Promise<CalledByPerson> => {
  const claimed = await accounts.claims(token)
  // First the epoch: what is read after it is no older.
  const epoch = await store.epochs.find(claimed)
  const person = await accounts.person(claimed)
  const { organizationId } = claimed
  const tenantId = singleHeader(req, 'X-Tenant-Id')
  const scopeId = canonicalScope(singleHeader(req, 'X-Scope-Id'))
  const caller: Caller = {
    organizationId,
    kind: 'organization',
    userId: person.user.id,
    ...(tenantId === undefined ? {} : { tenantId }),
    ...(scopeId === undefined ? {} : { scopeId }),
  }
  return { caller, person, epoch }
}
