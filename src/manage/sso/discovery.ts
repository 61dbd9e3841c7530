import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { rejectOnAbort } from '../../platform/network/reject-on-abort.ts'
import { type UrlRules, urlFault } from '../../platform/values/url-fault.ts'
import { toProviderFault } from './fault-of.ts'
import { ProviderFault } from './provider-fault.ts'
import { type FetchOptions, providerFetch } from './provider-fetch.ts'

/** Longer URLs are not supported by all browsers and servers. */
const URL_LENGTH_MAX = 2_048

const MESSAGE = 'must have no user and no #'
const ENDPOINT: UrlRules = { lengthMax: URL_LENGTH_MAX, messages: { user: MESSAGE, fragment: MESSAGE } }

const NAMES = z.array(z.string().max(100)).max(100)

/** The fields of a discovery document that are used (OpenID Connect Discovery 1.0, section 3). */
const formOf = (allowPrivate: boolean) => {
  const endpoint = z.string().refine((text) => urlFault(text, ENDPOINT, allowPrivate) === undefined)
  return z.object({
    issuer: z.string().max(URL_LENGTH_MAX),
    authorization_endpoint: endpoint,
    token_endpoint: endpoint,
    jwks_uri: endpoint,
    // Optional endpoints: an invalid one is ignored, because logins work without it.
    userinfo_endpoint: endpoint.optional().catch(undefined),
    end_session_endpoint: endpoint.optional().catch(undefined),
    id_token_signing_alg_values_supported: NAMES.default(['RS256']),
    token_endpoint_auth_methods_supported: NAMES.default(['client_secret_basic']),
    authorization_response_iss_parameter_supported: z.boolean().default(false),
  })
}

/** Validated provider metadata. */
export type ProviderMetadata = z.output<ReturnType<typeof formOf>>

/** Asymmetric signatures only, which prevents algorithm confusion: a public key used as an HMAC secret (RFC 8725, section 3.1). */
const ASYMMETRIC = /^(?:(?:RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519)$/

const CACHE_TTL_MS = 10 * 60_000
/** Limits the rate of retries, and lets a corrected configuration work soon. */
const FAILURE_TTL_MS = 3_000
const PROVIDERS_MAX = 256

/**
 * Fetches and caches provider metadata by issuer, for all organizations: for 10 minutes, failures for 3 seconds. Concurrent
 * requests are coalesced.
 */
export const discovery = (
  options: FetchOptions,
): ((issuer: string, signal: AbortSignal) => Promise<ProviderMetadata>) => {
  const form = formOf(options.allowPrivate)
  const cache = new LRUCache<string, Promise<ProviderMetadata>>({ max: PROVIDERS_MAX, ttl: CACHE_TTL_MS })
  const startFor = (issuer: string): Promise<ProviderMetadata> => {
    const found = discover(issuer, form, options)
    cache.set(issuer, found)
    found.catch(() => {
      if (cache.peek(issuer) === found) cache.set(issuer, found, { ttl: FAILURE_TTL_MS })
    })
    return found
  }
  return async (issuer, signal) => await rejectOnAbort(cache.get(issuer) ?? startFor(issuer), signal)
}

const discover = async (
  issuer: string,
  form: ReturnType<typeof formOf>,
  options: FetchOptions,
): Promise<ProviderMetadata> => {
  // Checked again: private addresses may have been allowed when the issuer was configured.
  if (urlFault(issuer, ENDPOINT, options.allowPrivate) !== undefined)
    throw misconfigured('an issuer that is asked for nothing')
  const library = await import('openid-client')
  const fetch = providerFetch(() => 'discovery', AbortSignal.timeout(options.timeoutMs), options)
  let document: unknown
  try {
    const execute = options.allowPrivate ? [library.allowInsecureRequests] : []
    const requestOptions = { [library.customFetch]: fetch, execute, timeout: options.timeoutMs / 1_000 }
    const found = await library.discovery(documentOf(issuer), 'nobody', undefined, library.None(), requestOptions)
    document = found.serverMetadata()
  } catch (error) {
    throw toProviderFault(library, error, 'sso_configuration_error')
  }
  const { success, data, error } = form.safeParse(document)
  if (!success) throw misconfigured(`no ${error.issues.map(({ path }) => path.join('.')).join(', ')} that can be used`)
  // The library allows some providers to return another issuer, whose accounts could then log in.
  if (URL.parse(data.issuer)?.href !== new URL(issuer).href) throw misconfigured('another issuer')
  const algorithms = data.id_token_signing_alg_values_supported.filter((name) => ASYMMETRIC.test(name))
  if (algorithms.length === 0) throw misconfigured('no supported signature algorithm')
  return { ...data, id_token_signing_alg_values_supported: algorithms }
}

/** OpenID Connect Discovery 1.0, section 4. */
const documentOf = (issuer: string): URL => {
  const url = new URL(issuer)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/.well-known/openid-configuration`
  return url
}

const misconfigured = (reason: string): ProviderFault =>
  new ProviderFault('sso_configuration_error', `discovery: ${reason}`)
