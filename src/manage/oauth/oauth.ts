import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { toSingleLine } from '../../platform/mail/rules/one-line.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { activeUser, type Person } from '../accounts/person.ts'
import type { AuthorizationServerParts, authorizationServer } from './authorization-server.ts'
import { accountIdOf, type OAuthGrant, redirectHostOf } from './rules/oauth-grant.ts'

/** The authorization server, and what the API needs of it. */
export type OAuth = ReturnType<typeof createOAuth>

const RequestParameters = z.object({ client_id: z.string(), redirect_uri: z.url(), resource: z.string() })

export const createOAuth = (parts: AuthorizationServerParts) => {
  const { store } = parts
  // The base URL changes only where none is configured: then it is that of the request.
  let latest: { readonly base: string; readonly server: ReturnType<typeof loadServer> } | undefined
  const serverAt = (base: string) => {
    if (latest?.base !== base) latest = { base, server: loadServer(parts, base) }
    return latest.server
  }
  const openRequest = async (uid: string) => {
    const found = await store.oauthItems.find(requestKey(uid))
    if (found === undefined || found.consumedAt !== undefined || found.expiresAt <= new Date())
      throw new Problem('oauth_request_not_found')
    return found
  }
  return {
    /** @param base URL of the API, without a trailing `/` */
    serverAt,
    /** The request of a client, before the user decides. @throws Problem `oauth_request_not_found` */
    async request(base: string, uid: string) {
      const { payload, expiresAt } = await openRequest(uid)
      const { client_id: clientId, redirect_uri: redirectUri, resource } = RequestParameters.parse(payload.params)
      const { provider } = await serverAt(base)
      const client = await provider.Client.find(clientId).catch(() => undefined)
      if (client === undefined) throw new Problem('oauth_request_not_found')
      const redirectHost = redirectHostOf(redirectUri)
      const clientName = toSingleLine(client.clientName ?? '', NAME_LENGTH_MAX) || redirectHost
      return { clientId, clientName, redirectHost, resource, expiresAt }
    },
    /**
     * Answers a request, once.
     * @param decide stores the grant and returns it; undefined refuses the request
     * @returns where the browser has to go
     * @throws Problem `oauth_request_not_found`
     */
    async answer(uid: string, decide: () => Promise<OAuthGrant | undefined>): Promise<string> {
      const { payload, expiresAt } = await openRequest(uid)
      if (!(await store.oauthItems.consume(requestKey(uid)))) throw new Problem('oauth_request_not_found')
      const grant = await decide()
      const proof = randomBytes(32).toString('base64url')
      const answer =
        grant === undefined
          ? { error: 'access_denied', error_description: 'The user has refused the request.' }
          : { login: { accountId: accountIdOf(grant), remember: false }, consent: { grantId: grant.id } }
      await store.oauthItems.put(proofKey(uid, proof), {}, expiresAt)
      await store.oauthItems.put(requestKey(uid), { ...payload, result: answer }, expiresAt)
      return `${payload.returnTo}?proof=${proof}`
    },
    /** Whether the browser that resumes a request is the one that has answered it. */
    async isAnsweredBy(uid: string, proof: unknown): Promise<boolean> {
      return (await store.oauthItems.find(proofKey(uid, proof))) !== undefined
    },
    /**
     * The grant of an access token.
     * @throws Problem `token_invalid`, also for a token of another resource or of a grant that has ended; `token_expired`
     */
    async grantOf(token: string, resource: string): Promise<OAuthGrant> {
      const found = await store.oauthItems.find({ kind: 'AccessToken', id: token })
      if (found === undefined || found.payload.aud !== resource) throw new Problem('token_invalid')
      if (found.expiresAt <= new Date()) throw new Problem('token_expired')
      const grant = await store.oauthGrants.findById(found.payload.grantId)
      if (grant === undefined) throw new Problem('token_invalid')
      return grant
    },
    /** The user of a grant, which is used now. @throws as `activeUser` */
    async personOf(grant: OAuthGrant): Promise<Person> {
      const user = await activeUser({ store }, grant)
      await store.oauthGrants.recordUse(grant)
      return { ...user, sessionId: grant.id, isCookieBased: false }
    },
  }
}

/** Loads the library when it is needed: most processes never are an authorization server. */
const loadServer = async (...parts: Parameters<typeof authorizationServer>) =>
  (await import('./authorization-server.ts')).authorizationServer(...parts)

const requestKey = (uid: string) => ({ kind: 'Interaction', id: uid })
const proofKey = (uid: string, proof: unknown) => ({ kind: 'Proof', id: `${uid} ${proof}` })

/** Longer names of apps, and what would change the direction of a text or its lines, could pretend to be another app. */
const NAME_LENGTH_MAX = 80
