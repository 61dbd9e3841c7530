import { hostOf } from '../../platform/network/host-of.ts'
import { rejectOnAbort } from '../../platform/network/reject-on-abort.ts'
import { resolveHost } from '../../platform/network/resolve-host.ts'
import type { Observe } from '../../platform/observation.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { configurationOf, exchangeCode } from './code-grant.ts'
import { discovery, type ProviderMetadata } from './discovery.ts'
import { type OpenIdClient, toProviderFault } from './fault-of.ts'
import { type Claims, hasEmail, identityOf } from './identity-of.ts'
import { keySets } from './key-sets.ts'
import { ProviderFault } from './provider-fault.ts'
import { type ProviderResource, providerFetch } from './provider-fetch.ts'
import type { IdentityProvider, SignOn, SignOnCallback } from './rules/identity-provider.ts'

interface SignOnOptions {
  /** Whether providers may have private addresses and use plain HTTP (`TABLETALK_ALLOW_PRIVATE_HOSTS`). */
  readonly allowPrivate: boolean
  readonly observe: Observe
  /** Time limit of `begin` and of `finish`. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** Time limit of the DNS lookup of an issuer while it is being configured. */
const LOOKUP_TIMEOUT_MS = 3_000
const SCOPE = 'openid email profile'
/** Maximum size of an ID token in bytes. */
const ID_TOKEN_MAX = 64 * 1024
/** Maximum clock skew in seconds; the library's default for its own checks. */
const CLOCK_TOLERANCE_S = 30
/** Servers accept URLs of about 8 KiB; without the ID token hint the provider asks for confirmation of the logout. */
const ID_TOKEN_HINT_MAX = 4_096

/**
 * Login at identity providers by the authorization code flow of OpenID Connect, with PKCE. The key set is fetched after the token
 * that it verifies, and not cached: after a key rotation, the provider's current keys apply. Concurrent logins share a response
 * (docs/decisions/provider-key-sets.md).
 */
export const openIdSignOn = ({ allowPrivate, observe, timeoutMs = TIMEOUT_MS }: SignOnOptions): SignOn => {
  const options = { allowPrivate, timeoutMs }
  const discovered = discovery(options)
  const sharedKeys = keySets(options)

  const within = async <Value>(
    { organizationId, issuer }: IdentityProvider,
    work: (library: OpenIdClient, found: ProviderMetadata, signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> => {
    const signal = AbortSignal.timeout(timeoutMs)
    const library = await import('openid-client')
    try {
      return await work(library, await discovered(issuer, signal), signal)
    } catch (error) {
      const fault = signal.aborted
        ? new ProviderFault('sso_provider_unavailable', 'timeout')
        : toProviderFault(library, error, 'sso_invalid_token')
      const { problem, message: reason } = fault
      observe({ kind: 'sso_login_failed', organizationId, problem, reason })
      throw new Problem(problem, { cause: fault })
    }
  }

  return {
    async isPrivate(issuer) {
      if (allowPrivate) return false
      const signal = AbortSignal.timeout(LOOKUP_TIMEOUT_MS)
      const found = await rejectOnAbort(resolveHost(hostOf(new URL(issuer)), false), signal).catch(() => undefined)
      return found?.kind === 'private'
    },

    async begin(provider, { redirectUri }) {
      return await within(provider, async (library, found) => {
        const secrets = {
          state: library.randomState(),
          nonce: library.randomNonce(),
          codeVerifier: library.randomPKCECodeVerifier(),
        }
        const configuration = configurationOf(library, found, provider, allowPrivate)
        const { href } = library.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: SCOPE,
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: await library.calculatePKCECodeChallenge(secrets.codeVerifier),
          code_challenge_method: 'S256',
        })
        return { authorizationUrl: href, secrets }
      })
    },

    async finish(provider, answer) {
      return await within(provider, async (library, found, signal) => {
        const resourceAt = (url: string) => askedAt(url, found)
        const fetch = sharedKeys({ fetch: providerFetch(resourceAt, signal, options), askedAt: resourceAt, signal })
        const granted = await exchangeCode(library, found, { provider, answer, allowPrivate, fetch })
        const { tokens, configuration } = granted
        const { id_token: idToken = '', access_token: accessToken } = tokens
        const claims: Claims = tokens.claims() ?? {}
        checkIdToken(idToken, claims)
        const needsUserinfo = !hasRequiredClaims(claims, answer) && found.userinfo_endpoint !== undefined
        const userinfo: Claims = needsUserinfo
          ? await library.fetchUserInfo(configuration, accessToken, String(claims.sub))
          : {}
        return identityOf({ idToken, claims, userinfo })
      })
    },

    async logOutUrl(provider, { idToken, returnTo }) {
      try {
        const library = await import('openid-client')
        const found = await discovered(provider.issuer, AbortSignal.timeout(timeoutMs))
        if (found.end_session_endpoint === undefined) return undefined
        return library.buildEndSessionUrl(configurationOf(library, found, provider, allowPrivate), {
          ...(idToken.length <= ID_TOKEN_HINT_MAX ? { id_token_hint: idToken } : {}),
          ...(returnTo === undefined ? {} : { post_logout_redirect_uri: returnTo }),
        }).href
      } catch {
        // The local session has ended already: provider errors do not matter.
        return undefined
      }
    },
  }
}

const askedAt = (url: string, { jwks_uri, token_endpoint }: ProviderMetadata): ProviderResource => {
  if (url === new URL(jwks_uri).href) return 'keys'
  return url === new URL(token_endpoint).href ? 'token' : 'userinfo'
}

/** Checks of an ID token that the library does not make. @throws ProviderFault `sso_invalid_token` */
const checkIdToken = (idToken: string, { iat }: Claims): void => {
  if (idToken.length > ID_TOKEN_MAX) throw new ProviderFault('sso_invalid_token', 'ID token too large')
  if (Number(iat) > Date.now() / 1000 + CLOCK_TOLERANCE_S)
    throw new ProviderFault('sso_invalid_token', 'ID token issued in the future')
}

const hasRequiredClaims = (claims: Claims, { claims: needed = [] }: SignOnCallback): boolean =>
  hasEmail(claims) && needed.every((claim) => Object.hasOwn(claims, claim))
