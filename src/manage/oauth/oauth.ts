import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { toSingleLine } from '../../platform/mail/rules/one-line.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import { activeUser, type Person } from '../accounts/person.ts'
import { type AuthorizationServer, type AuthorizationServerParts, authorizationServer } from './authorization-server.ts'
import { accountIdOf, accountOf, type OAuthGrant, redirectHostOf } from './rules/oauth-grant.ts'

/** The request of a client, before the user decides. */
export interface OAuthRequest {
  readonly clientId: string
  readonly clientName: string
  readonly redirectHost: string
  readonly resource: string
  readonly expiresAt: Date
}

/** A valid access token. */
interface OAuthTokenClaims {
  readonly organizationId: number
  readonly userId: number
  readonly grantId: string
}

/** The authorization server, and what the API needs of it. */
export interface OAuth {
  /** @param base URL of the API, without a trailing `/` */
  serverAt(base: string): Promise<AuthorizationServer>
  /** A request without an answer. @throws Problem `oauth_request_not_found` */
  request(base: string, uid: string): Promise<OAuthRequest>
  /**
   * Answers a request, once.
   * @param decide stores the grant and returns it; undefined refuses the request
   * @returns where the browser has to go
   * @throws Problem `oauth_request_not_found`
   */
  answer(base: string, uid: string, decide: () => Promise<OAuthGrant | undefined>): Promise<string>
  /** Whether the browser that resumes a request is the one that has answered it. */
  isAnsweredBy(base: string, uid: string, proof: unknown): Promise<boolean>
  /** @throws Problem `token_invalid`, also for a token of another resource; `token_expired` */
  claims(token: string, resource: string): Promise<OAuthTokenClaims>
  /** The grant and user of a token. @throws Problem `token_invalid` if the grant has ended; those of `activeUser` */
  granted(claims: OAuthTokenClaims): Promise<{ readonly grant: OAuthGrant; readonly person: Person }>
}

interface OAuthParts extends Omit<AuthorizationServerParts, 'store' | 'activeUser'> {
  readonly store: Pick<Store, 'oauthGrants' | 'oauthItems' | 'audit' | 'users' | 'organizations'>
}

const RequestParameters = z.object({ client_id: z.string(), redirect_uri: z.url(), resource: z.string() })

const TokenPayload = z.object({ accountId: z.string(), grantId: z.string(), aud: z.string() })

export const createOAuth = (parts: OAuthParts): OAuth => {
  const { store } = parts
  const serverParts = { ...parts, activeUser: (user: ReturnType<typeof accountOf>) => activeUser({ store }, user) }
  // The base URL changes only where none is configured: then it is that of the request.
  let latest: { readonly base: string; readonly server: Promise<AuthorizationServer> } | undefined
  const serverAt = (base: string): Promise<AuthorizationServer> => {
    if (latest?.base !== base) latest = { base, server: authorizationServer(serverParts, base) }
    return latest.server
  }
  const openRequest = async (base: string, uid: string) => {
    const { provider } = await serverAt(base)
    const stored = await store.oauthItems.find({ kind: 'Interaction', id: uid })
    const found =
      stored === undefined || stored.consumedAt !== undefined ? undefined : await provider.Interaction.find(uid)
    if (found === undefined) throw new Problem('oauth_request_not_found')
    return { provider, found }
  }
  return {
    serverAt,
    async request(base, uid) {
      const { provider, found } = await openRequest(base, uid)
      const { client_id: clientId, redirect_uri: redirectUri, resource } = RequestParameters.parse(found.params)
      const client = await provider.Client.find(clientId).catch(() => undefined)
      if (client === undefined) throw new Problem('oauth_request_not_found')
      const redirectHost = redirectHostOf(redirectUri)
      const clientName = toSingleLine(client.clientName ?? '', NAME_LENGTH_MAX) || redirectHost
      return { clientId, clientName, redirectHost, resource, expiresAt: new Date(found.exp * 1000) }
    },
    async answer(base, uid, decide) {
      const { found } = await openRequest(base, uid)
      if (!(await store.oauthItems.consume({ kind: 'Interaction', id: uid })))
        throw new Problem('oauth_request_not_found')
      const grant = await decide()
      const proof = randomBytes(32).toString('base64url')
      found.result = {
        proof: digestOf(proof),
        ...(grant === undefined
          ? { error: 'access_denied', error_description: 'The user has refused the request.' }
          : { login: { accountId: accountIdOf(grant), remember: false }, consent: { grantId: grant.id } }),
      }
      await found.persist()
      return `${found.returnTo}?proof=${proof}`
    },
    async isAnsweredBy(base, uid, proof) {
      const { provider } = await serverAt(base)
      const digest = (await provider.Interaction.find(uid))?.result?.proof
      return typeof proof === 'string' && typeof digest === 'string' && isSame(digestOf(proof), digest)
    },
    async claims(token, resource) {
      const found = await store.oauthItems.find({ kind: 'AccessToken', id: token })
      const { success, data } = TokenPayload.safeParse(found?.payload)
      if (found === undefined || !success || data.aud !== resource) throw new Problem('token_invalid')
      if (found.expiresAt <= new Date()) throw new Problem('token_expired')
      return { ...accountOf(data.accountId), grantId: data.grantId }
    },
    async granted({ organizationId, userId, grantId }) {
      const own = { organizationId, userId }
      const [grant, user] = await Promise.all([store.oauthGrants.find(own, grantId), activeUser({ store }, own)])
      if (grant === undefined) throw new Problem('token_invalid')
      await store.oauthGrants.recordUse(grant)
      return { grant, person: { ...user, sessionId: grant.id, isCookieBased: false } }
    },
  }
}

/** Longer names of apps, and what would change the direction of a text or its lines, could pretend to be another app. */
const NAME_LENGTH_MAX = 80

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
