import type { Accounts } from '../manage/accounts/accounts.ts'
import type { Person } from '../manage/accounts/person.ts'
import type { OAuth } from '../manage/oauth/oauth.ts'
import type { OAuthGrant } from '../manage/oauth/rules/oauth-grant.ts'
import { Problem } from '../platform/problems/problem.ts'
import type { Store } from '../store/store.ts'
import { isExpired } from './rules/api-key.ts'
import type { AuthorizationRevision } from './rules/authorization-revision.ts'
import { accessTokenOf, type Credentials } from './rules/credentials.ts'
import type { StreamTicket } from './rules/stream-ticket.ts'
import type { CachedHolder } from './store/key-holders.ts'

/** The owner of a credential, as stored at an authorization revision. */
export type Holder = ApiKeyHolder | UserHolder

export interface ApiKeyHolder extends CachedHolder {
  readonly kind: 'key'
  /** The ticket that was sent instead of the key. */
  readonly ticket: KeyTicket | undefined
}

interface UserHolder {
  readonly kind: 'user'
  readonly person: Person
  readonly revision: AuthorizationRevision
  /** Users are not cached. */
  readonly isCached: false
  readonly ticket: UserTicket | undefined
  /** Whose app acts in place of the user, and where; undefined if the user has logged in. */
  readonly grant?: OAuthGrant
}

type KeyTicket = Extract<StreamTicket, { readonly keyId: string }>
type UserTicket = Exclude<StreamTicket, { readonly keyId: string }>

export interface HolderParts {
  readonly store: Pick<Store, 'keyHolders' | 'authorizationRevisions' | 'streamTickets'>
  readonly accounts: Pick<Accounts, 'claims' | 'person'>
  readonly oauth: Pick<OAuth, 'grantOf' | 'personOf'>
}

interface AcceptedCredentials {
  /** Whether any key may use the route. */
  readonly keys: boolean
  readonly tickets: boolean
  /** Whether cached holders are accepted. */
  readonly cached: boolean
}

/**
 * Credentials → their holder (specification, section Authentication).
 *
 * @throws Problem `credentials_missing`, `credentials_invalid`, `token_missing`, `bearer_not_supported`, `ticket_invalid`,
 * `ticket_expired`, and as `Accounts.person` and `OAuth.grantOf`
 */
export const findHolder = async (
  parts: HolderParts,
  credentials: Credentials,
  accepted: AcceptedCredentials,
): Promise<Holder> => {
  if (credentials.oauthToken !== undefined) return await userOfGrant(parts, credentials.oauthToken)
  const token = accessTokenOf(credentials)
  if (token !== undefined) return await userOf(parts, await parts.accounts.claims(token), undefined)
  const ticket = accepted.tickets ? await ticketOf(parts, credentials) : undefined
  if (ticket === undefined) return await keyHolderOf(parts, credentials, accepted)
  return 'keyId' in ticket ? await keyHolderOfTicket(parts, ticket) : await userOfTicket(parts, ticket)
}

const TWO_CREDENTIALS = 'Both X-API-Key and Authorization: Bearer were sent; send the API key only.'
const TICKET_AND_CREDENTIAL = 'Both a stream ticket and an API key or token were sent; send the ticket only.'

const keyHolderOf = async (
  { store }: HolderParts,
  { key, authorization }: Credentials,
  { keys, cached }: AcceptedCredentials,
): Promise<ApiKeyHolder> => {
  if (key === undefined && authorization !== undefined) throw new Problem('bearer_not_supported')
  if (key === undefined) throw new Problem(keys ? 'credentials_missing' : 'token_missing')
  const bearer = /^bearer (.*)$/is.exec(authorization ?? '')?.[1]
  if (bearer !== undefined && bearer.trim() !== key)
    throw new Problem('bearer_not_supported', { message: TWO_CREDENTIALS })
  const holder = await store.keyHolders.findCached(key, !cached)
  if (holder === undefined) throw new Problem('credentials_invalid')
  return { ...holder, kind: 'key', ticket: undefined }
}

const userOf = async (
  { store, accounts }: HolderParts,
  claims: Parameters<Accounts['person']>[0],
  ticket: UserTicket | undefined,
): Promise<UserHolder> => {
  // Read before the account, which is therefore at least as new as its revision.
  const revision = await store.authorizationRevisions.find(claims)
  if (ticket !== undefined && isOutdated(ticket, revision)) throw new Problem('ticket_invalid')
  return { kind: 'user', person: await accounts.person(claims), revision, isCached: false, ticket }
}

const userOfGrant = async (
  { store, oauth }: HolderParts,
  { token, resource }: Required<Credentials>['oauthToken'],
): Promise<UserHolder> => {
  const grant = await oauth.grantOf(token, resource)
  // As in `userOf`.
  const revision = await store.authorizationRevisions.find(grant)
  return { kind: 'user', grant, person: await oauth.personOf(grant), revision, isCached: false, ticket: undefined }
}

const ticketOf = async (
  { store }: HolderParts,
  { ticket: sent, key, authorization }: Credentials,
): Promise<StreamTicket | undefined> => {
  if (sent === undefined) return undefined
  if (key !== undefined || authorization !== undefined)
    throw new Problem('ticket_invalid', { message: TICKET_AND_CREDENTIAL })
  const ticket = typeof sent === 'string' ? await store.streamTickets.find(sent) : undefined
  if (ticket === undefined) throw new Problem('ticket_invalid')
  if (ticket.expiresAt <= Date.now()) throw new Problem('ticket_expired')
  return ticket
}

/** The current holder of the key that created a ticket. */
const keyHolderOfTicket = async ({ store }: HolderParts, ticket: KeyTicket): Promise<ApiKeyHolder> => {
  const holder = await store.keyHolders.findById(ticket)
  if (holder === undefined || isVoid(ticket, holder)) throw new Problem('ticket_invalid')
  return { ...holder, kind: 'key', ticket }
}

/** The user who created a ticket, with their current role: the ticket ends with their session. */
const userOfTicket = async (parts: HolderParts, ticket: UserTicket): Promise<UserHolder> =>
  await userOf(parts, ticket, ticket).catch((error: unknown) => {
    throw error instanceof Problem && error.problem === 'token_invalid'
      ? new Problem('ticket_invalid', { cause: error })
      : error
  })

/**
 * An unused ticket is void after any change of authorizations; a used one resumes its stream under the current ones, so that
 * a verified query added meanwhile does not cut off an answer.
 */
const isOutdated = ({ isUsed, revision }: StreamTicket, now: AuthorizationRevision): boolean =>
  !isUsed && revision !== now

const isVoid = (ticket: KeyTicket, { key, ownDatabase, revision }: CachedHolder): boolean =>
  isExpired(key, new Date()) ||
  isOutdated(ticket, revision) ||
  (key.kind === 'database' && ownDatabase?.identity === 'required' && !ticket.isIdentified)
