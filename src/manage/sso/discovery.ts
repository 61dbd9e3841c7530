import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { orAborted } from '../../platform/network/or-aborted.ts'
import { type AddressKind, addressFault } from '../../platform/values/address-fault.ts'
import { faultOf } from './fault-of.ts'
import { ProviderFault } from './provider-fault.ts'
import { type FetchOptions, providerFetch } from './provider-fetch.ts'

/** Longer addresses are none that browsers and servers agree on. */
const URL_LENGTH_MAX = 2_048

const SAID = 'must have no user and no #'
const ENDPOINT: AddressKind = { lengthMax: URL_LENGTH_MAX, says: { user: SAID, fragment: SAID } }

const NAMES = z.array(z.string().max(100)).max(100)

/** What of a discovery document is used (OpenID Connect Discovery 1.0, section 3). */
const formOf = (allowPrivate: boolean) => {
  const endpoint = z.string().refine((text) => addressFault(text, ENDPOINT, allowPrivate) === undefined)
  return z.object({
    issuer: z.string().max(URL_LENGTH_MAX),
    authorization_endpoint: endpoint,
    token_endpoint: endpoint,
    jwks_uri: endpoint,
    // Whoever has a wrong one of these has none: people can log in all the same.
    userinfo_endpoint: endpoint.optional().catch(undefined),
    end_session_endpoint: endpoint.optional().catch(undefined),
    id_token_signing_alg_values_supported: NAMES.default(['RS256']),
    token_endpoint_auth_methods_supported: NAMES.default(['client_secret_basic']),
    authorization_response_iss_parameter_supported: z.boolean().default(false),
  })
}

/** A provider as it describes itself. */
export type Discovered = z.output<ReturnType<typeof formOf>>

/** By a key that is public. With a secret, whoever takes the public key for one could sign (RFC 8725, section 3.1). */
const ASYMMETRIC = /^(?:(?:RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519)$/

const KEPT_MS = 10 * 60_000
/** Long enough that nobody who keeps asking keeps us asking, short enough for who mends it meanwhile. */
const FAILURE_KEPT_MS = 3_000
const PROVIDERS_MAX = 256

/**
 * Gives what providers say of themselves. Each is asked once, however many wait for it, and is not asked again for 10
 * minutes; where that failed, for 3 seconds. What is kept is the same for everybody who names this issuer.
 */
export const discovery = (options: FetchOptions): ((issuer: string, signal: AbortSignal) => Promise<Discovered>) => {
  const form = formOf(options.allowPrivate)
  const kept = new LRUCache<string, Promise<Discovered>>({ max: PROVIDERS_MAX, ttl: KEPT_MS })
  const beginFor = (issuer: string): Promise<Discovered> => {
    const found = discover(issuer, form, options)
    kept.set(issuer, found)
    found.catch(() => {
      if (kept.peek(issuer) === found) kept.set(issuer, found, { ttl: FAILURE_KEPT_MS })
    })
    return found
  }
  return async (issuer, signal) => await orAborted(kept.get(issuer) ?? beginFor(issuer), signal)
}

const discover = async (
  issuer: string,
  form: ReturnType<typeof formOf>,
  options: FetchOptions,
): Promise<Discovered> => {
  // Once more: what was allowed when it was set up may not be any more.
  if (addressFault(issuer, ENDPOINT, options.allowPrivate) !== undefined)
    throw misconfigured('an issuer that is asked for nothing')
  const library = await import('openid-client')
  const fetch = providerFetch(() => 'discovery', AbortSignal.timeout(options.timeoutMs), options)
  let document: unknown
  try {
    const execute = options.allowPrivate ? [library.allowInsecureRequests] : []
    const asked = { [library.customFetch]: fetch, execute, timeout: options.timeoutMs / 1_000 }
    const found = await library.discovery(documentOf(issuer), 'nobody', undefined, library.None(), asked)
    document = found.serverMetadata()
  } catch (error) {
    throw faultOf(library, error, 'sso_configuration_error')
  }
  const { success, data, error } = form.safeParse(document)
  if (!success) throw misconfigured(`no ${error.issues.map(({ path }) => path.join('.')).join(', ')} that can be used`)
  // The library, where it looks, lets some providers name another issuer: everybody with an account there could come.
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
