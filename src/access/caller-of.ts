import { isAllowedAddress } from '../platform/network/client-address.ts'
import { Problem } from '../platform/problems/problem.ts'
import type { Store } from '../store/store.ts'
import type { ApiKeyHolder, Holder } from './find-holder.ts'
import { identityOf } from './identity-token.ts'
import { isExpired } from './rules/api-key.ts'
import { type Caller, type TenantScope, tenantScope } from './rules/caller.ts'
import { type Credentials, canonicalScope } from './rules/credentials.ts'
import { disclosureOf } from './rules/disclosure.ts'
import type { StreamTicket } from './rules/stream-ticket.ts'

/**
 * The caller of a request, with the tenant and scope of its grant, of its ticket or of its headers.
 *
 * @throws Problem `key_expired`, `address_not_permitted`, `ticket_mismatch`, `input_invalid`
 */
export const callerOf = (credentials: Credentials, holder: Holder): Caller => {
  if (holder.kind === 'key') requireUsable(credentials, holder)
  const grant = holder.kind === 'user' ? holder.grant : undefined
  const owner = grant === undefined ? tenantScopeOf(credentials, holder.ticket) : tenantScope(grant)
  if (holder.kind === 'user') {
    const { user, organization } = holder.person
    const within = grant === undefined ? {} : { databaseIds: grant.databaseIds }
    return { organizationId: organization.id, kind: 'organization', userId: user.id, ...within, ...owner }
  }
  const { organizationId, id, kind, userId, databaseId } = holder.key
  const seesReasoning = kind === 'database' && disclosureOf(holder.key).reasoning
  return {
    organizationId,
    keyId: id,
    kind,
    userId,
    ...(databaseId === undefined ? {} : { databaseId }),
    ...(seesReasoning ? { seesReasoning } : {}),
    ...owner,
  }
}

/** A server key's allowed addresses do not apply to browsers with its tickets; a public key is used by browsers only. */
const requireUsable = ({ address }: Credentials, { key, ticket }: ApiKeyHolder): void => {
  if (isExpired(key, new Date())) throw new Problem('key_expired')
  const isChecked = ticket === undefined || key.kind === 'database'
  if (isChecked && key.addresses !== undefined && !isAllowedAddress(address, key.addresses))
    throw new Problem('address_not_permitted')
}

/** Those of the ticket, if there is one; headers may repeat them. @throws Problem `ticket_mismatch`, `input_invalid` */
const tenantScopeOf = (credentials: Credentials, ticket: StreamTicket | undefined): TenantScope => {
  const sent = tenantScope({ ...credentials, scopeId: canonicalScope(credentials.scopeId) })
  if (ticket === undefined) return sent
  const { tenantId = ticket.tenantId, scopeId = ticket.scopeId } = sent
  if (tenantId !== ticket.tenantId || scopeId !== ticket.scopeId) throw new Problem('ticket_mismatch')
  return tenantScope(ticket)
}

/**
 * The caller with the tenant and scope of its identity token, which replace those of the headers. Server keys need no
 * token: only the customer's own server has them.
 *
 * @throws Problem `identity_token_missing` if the database requires one, `identity_token_invalid`,
 * `identity_token_expired`
 */
export const identified = async (
  { identityToken: token }: Credentials,
  caller: Caller,
  { ownDatabase }: Pick<ApiKeyHolder, 'ownDatabase'>,
  store: Pick<Store, 'databases'>,
): Promise<Caller> => {
  if (caller.kind === 'organization' || ownDatabase === undefined) return caller
  if (token === undefined && ownDatabase.identity !== 'required') return caller
  if (token === undefined) throw new Problem('identity_token_missing')
  const { id: databaseId, requiresOrganizationScoping: isScoped } = ownDatabase
  const secret = await store.databases.findIdentitySecret(caller, databaseId)
  if (secret === undefined) throw new Problem('identity_token_invalid')
  const { tenantId, scopeId, ...rest } = caller
  return { ...rest, ...(await identityOf(token, { databaseId, isScoped, secret, now: new Date() })) }
}
