import type { Request } from 'express'
import type { Caller } from '../access/rules/caller.ts'
import type { DatabaseSettings } from '../manage/databases/rules/database-settings.ts'
import { Problem } from '../platform/problems/problem.ts'
import type { Store } from '../store/store.ts'
import { IDENTITY_HEADER, singleHeader } from './caller.ts'
import { identityOf } from './identity-token.ts'

/**
 * The caller, with tenant and scope of its identity token where it sends one: then the plain headers say nothing. Server
 * keys need none; they are the customer's own server.
 *
 * @param ownDatabase the database of a database key
 * @throws Problem `identity_token_missing` where the database requires one, `identity_token_invalid`,
 * `identity_token_expired`
 */
export const identified = async (
  req: Request,
  caller: Caller,
  ownDatabase: DatabaseSettings | undefined,
  store: Pick<Store, 'databases'>,
): Promise<Caller> => {
  if (caller.kind === 'organization' || ownDatabase === undefined) return caller
  const token = singleHeader(req, IDENTITY_HEADER)
  if (token === undefined && ownDatabase.identity !== 'required') return caller
  if (token === undefined) throw new Problem('identity_token_missing')
  const { id: databaseId, requiresOrganizationScoping: isScoped } = ownDatabase
  const secret = await store.databases.findIdentitySecret(caller, databaseId)
  if (secret === undefined) throw new Problem('identity_token_invalid')
  const { tenantId, scopeId, ...rest } = caller
  return { ...rest, ...(await identityOf(token, { databaseId, isScoped, secret, now: new Date() })) }
}
