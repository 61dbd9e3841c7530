import { createPrivateKey, type JsonWebKey } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider, { type Configuration, errors } from 'oidc-provider'
import { pinnedFetch } from '../../platform/network/pinned-fetch.ts'
import type { Observe } from '../../platform/observation.ts'
import type { Store } from '../../store/store.ts'
import { activeUser } from '../accounts/person.ts'
import { providerAdapter } from './provider-adapter.ts'
import { accountOf, OAUTH_IDLE_S, OAUTH_REQUEST_S, OAUTH_SCOPE, resourceAt } from './rules/oauth-grant.ts'

export interface AuthorizationServerParts {
  readonly store: Pick<Store, 'oauthGrants' | 'oauthItems' | 'audit' | 'users' | 'organizations'>
  /** Keys of the installation, the current one first. */
  readonly keys: readonly [Uint8Array, ...Uint8Array[]]
  readonly allowPrivateHosts: boolean
  readonly observe: Observe
}

/**
 * An authorization server (OAuth 2.1), which keeps no state in memory.
 * @param base URL of the API, without a trailing `/`
 */
export const authorizationServer = (parts: AuthorizationServerParts, base: string) => {
  const provider = new Provider(base, configurationOf(parts, base))
  // The scheme is that of the base URL, so that cookies are `Secure` behind a proxy.
  provider.proxy = true
  provider.silent = true
  provider.on('server_error', (ctx, error) =>
    parts.observe({ kind: 'request_failed', traceId: ctx.response.get('X-Request-ID'), problem: 'internal', error }),
  )
  // The library continues the request of the cookie: it has to be that of the path, whose answer was checked.
  provider.use(async (ctx, next) => {
    const uid = ctx.cookies.get(provider.cookieName('resume'))
    if (uid !== undefined && !ctx.path.endsWith(`/${uid}`)) delete ctx.req.headers.cookie
    await next()
  })
  const { protocol, host } = new URL(base)
  const callback = provider.callback()
  return {
    provider,
    async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
      Object.assign(req.headers, { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host })
      await callback(req, res)
    },
  }
}

const configurationOf = ({ store, keys, allowPrivateHosts }: AuthorizationServerParts, base: string): Configuration => {
  const resource = resourceAt(base)
  const requireOwn = (indicator: unknown): void => {
    if (indicator !== resource) throw new errors.InvalidTarget(`resource must be ${resource}`)
  }
  return {
    adapter: providerAdapter(store),
    // For the library's defaults only: there are no ID tokens, and access tokens are looked up.
    jwks: { keys: [signingKey(keys[0])] },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    cookies: {
      keys: keys.map((key) => Buffer.from(key).toString('base64url')),
      names: { session: 'tabletalk_oauth', interaction: 'tabletalk_oauth_request', resume: 'tabletalk_oauth_resume' },
    },
    scopes: [OAUTH_SCOPE],
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'EdDSA',
    },
    extraClientMetadata: {
      properties: ['application_type'],
      validator(_ctx, _key, _value, client) {
        // Redirects to this machine and to other apps, and none to other machines over plain HTTP.
        client.application_type = 'native'
        // Made by the library for clients that do not say that they have none.
        delete client.client_secret
        delete client.client_secret_expires_at
      },
    },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      registration: '/oauth/register',
      revocation: '/oauth/revoke',
      jwks: '/oauth/jwks',
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, _client, oneOf) => oneOf ?? resource,
        getResourceServerInfo(_ctx, indicator) {
          requireOwn(indicator)
          return { scope: OAUTH_SCOPE, accessTokenFormat: 'opaque' }
        },
      },
    },
    ttl: {
      AccessToken: 60 * 60,
      RefreshToken: OAUTH_IDLE_S,
      Interaction: OAUTH_REQUEST_S,
      Session: OAUTH_REQUEST_S,
      Grant: OAUTH_IDLE_S,
    },
    interactions: { url: (_ctx, { uid }) => `${base}/connect/${uid}` },
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken(ctx) {
      // Before the token is used up: the library looks at the resource only after that.
      requireOwn(ctx.oidc.params?.resource ?? resource)
      return true
    },
    clientBasedCORS: () => true,
    // Client-id metadata documents: no redirects, no private addresses (docs/decisions/private-addresses.md).
    fetch: async (input, init) =>
      await pinnedFetch(
        String(input),
        { headers: Object.fromEntries(new Headers(init?.headers)), signal: init?.signal },
        {
          allowPrivate: allowPrivateHosts,
          timeoutMs: 2_500,
          answerBytesMax: 16 * 1024,
          answerHeaders: ['content-type', 'cache-control', 'age'],
        },
      ),
    async findAccount(_ctx, accountId) {
      const user = await activeUser({ store }, accountOf(accountId)).catch(() => undefined)
      return user && { accountId, claims: () => ({ sub: accountId }) }
    },
    renderError(ctx, out) {
      ctx.type = 'text'
      ctx.body = `This connection cannot be made: ${out.error_description ?? out.error}\nStart again in the app that you want to connect.\n`
    },
  }
}

/** DER of an Ed25519 private key (RFC 8410), up to its 32 bytes. */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

const signingKey = (seed: Uint8Array): JsonWebKey => {
  const key = createPrivateKey({ key: Buffer.concat([ED25519, seed]), format: 'der', type: 'pkcs8' })
  return key.export({ format: 'jwk' })
}
