import { hostOf } from '../../platform/network/host-of.ts'
import { orAborted } from '../../platform/network/or-aborted.ts'
import { resolvedHost } from '../../platform/network/resolved-host.ts'
import type { Observe } from '../../platform/observation.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { configurationOf, grantedTo } from './code-grant.ts'
import { type Discovered, discovery } from './discovery.ts'
import { faultOf, type OpenIdClient } from './fault-of.ts'
import { type Claims, hasEmail, identityOf } from './identity-of.ts'
import { keySets } from './key-sets.ts'
import { ProviderFault } from './provider-fault.ts'
import { type Asked, providerFetch } from './provider-fetch.ts'
import type { IdentityProvider, SignOn, SignOnAnswer } from './rules/identity-provider.ts'

export interface SignOnOptions {
  /** Whether providers may be reached at every address, also without encryption (`TABLETALK_ALLOW_PRIVATE_HOSTS`). */
  readonly allowPrivate: boolean
  readonly observe: Observe
  /** For the whole of a beginning or an end. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** For the host of an issuer, while whoever sets it up waits. */
const LOOKED_UP_MS = 3_000
const SCOPE = 'openid email profile'
/** Bytes of an ID token, of which the base64 of its claims is the most. */
const ID_TOKEN_MAX = 64 * 1024
/** Seconds by which clocks may differ; the library's default for what it checks itself. */
const CLOCK_TOLERANCE_S = 30
/** Servers take addresses of some 8 KiB; without the token a provider asks whether to log out. */
const HINT_MAX = 4_096

/**
 * Logging in at identity providers by the code flow of OpenID Connect, with PKCE. Keys are asked for after the token that
 * they are held against, and are not kept: whenever a provider changes them, those count that it has at the end of a log-in.
 * Log-ins of the same moment share an answer (docs/decisions/provider-key-sets.md).
 */
export const signOn = ({ allowPrivate, observe, timeoutMs = TIMEOUT_MS }: SignOnOptions): SignOn => {
  const options = { allowPrivate, timeoutMs }
  const discovered = discovery(options)
  const sharingKeys = keySets(options)

  const within = async <Value>(
    { organizationId, issuer }: IdentityProvider,
    work: (library: OpenIdClient, found: Discovered, signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> => {
    const signal = AbortSignal.timeout(timeoutMs)
    const library = await import('openid-client')
    try {
      return await work(library, await discovered(issuer, signal), signal)
    } catch (error) {
      const fault = signal.aborted
        ? new ProviderFault('sso_provider_unavailable', 'timeout')
        : faultOf(library, error, 'sso_invalid_token')
      const { problem, message: reason } = fault
      observe({ kind: 'sso_login_failed', organizationId, problem, reason })
      throw new Problem(problem, { cause: fault })
    }
  }

  return {
    async isPrivate(issuer) {
      if (allowPrivate) return false
      const signal = AbortSignal.timeout(LOOKED_UP_MS)
      const found = await orAborted(resolvedHost(hostOf(new URL(issuer)), false), signal).catch(() => undefined)
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
        const whatAt = (url: string) => askedAt(url, found)
        const fetch = sharingKeys({ fetch: providerFetch(whatAt, signal, options), askedAt: whatAt, signal })
        const granted = await grantedTo(library, found, { provider, answer, allowPrivate, fetch })
        const { tokens, configuration } = granted
        const { id_token: idToken = '', access_token: accessToken } = tokens
        const claims: Claims = tokens.claims() ?? {}
        requireUsable(idToken, claims)
        const isAsked = !isEnough(claims, answer) && found.userinfo_endpoint !== undefined
        const userinfo: Claims = isAsked
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
          ...(idToken.length <= HINT_MAX ? { id_token_hint: idToken } : {}),
          ...(returnTo === undefined ? {} : { post_logout_redirect_uri: returnTo }),
        }).href
      } catch {
        // Whoever logs out has logged out here, whatever their provider does.
        return undefined
      }
    },
  }
}

const askedAt = (url: string, { jwks_uri, token_endpoint }: Discovered): Asked => {
  if (url === new URL(jwks_uri).href) return 'keys'
  return url === new URL(token_endpoint).href ? 'token' : 'userinfo'
}

/** What the library leaves to us. @throws ProviderFault `sso_invalid_token` */
const requireUsable = (idToken: string, { iat }: Claims): void => {
  if (idToken.length > ID_TOKEN_MAX) throw new ProviderFault('sso_invalid_token', 'ID token too large')
  if (Number(iat) > Date.now() / 1000 + CLOCK_TOLERANCE_S)
    throw new ProviderFault('sso_invalid_token', 'ID token issued in the future')
}

const isEnough = (claims: Claims, { claims: needed = [] }: SignOnAnswer): boolean =>
  hasEmail(claims) && needed.every((claim) => Object.hasOwn(claims, claim))
