import type { ProviderMetadata } from './discovery.ts'
import { isClientRefused, type OpenIdClient } from './fault-of.ts'
import { ProviderFault } from './provider-fault.ts'
import type { ProviderFetch } from './provider-fetch.ts'
import type { IdentityProvider, SignOnCallback } from './rules/identity-provider.ts'

type Method = 'client_secret_basic' | 'client_secret_post'

/** Client authentication methods in the order of attempts: the provider does not reveal the method of the registered client. */
const METHODS: readonly Method[] = ['client_secret_basic', 'client_secret_post']

/** The library's configuration of the provider and the client. */
export const configurationOf = (
  library: OpenIdClient,
  found: ProviderMetadata,
  { clientId, clientSecret }: IdentityProvider,
  allowPrivate: boolean,
  method: Method = 'client_secret_basic',
) => {
  const authenticate = method === 'client_secret_basic' ? library.ClientSecretBasic : library.ClientSecretPost
  const configuration = new library.Configuration(withoutAbsent(found), clientId, undefined, authenticate(clientSecret))
  if (allowPrivate) library.allowInsecureRequests(configuration)
  // Without this, the library trusts tokens received over TLS and does not verify their signatures.
  library.enableNonRepudiationChecks(configuration)
  return configuration
}

interface CodeGrant {
  readonly provider: IdentityProvider
  readonly answer: SignOnCallback
  readonly allowPrivate: boolean
  readonly fetch: ProviderFetch
}

/**
 * Exchanges the provider's code for tokens, and verifies the ID token.
 * @throws errors of the library, and ProviderFault
 */
export const exchangeCode = async (
  library: OpenIdClient,
  found: ProviderMetadata,
  { provider, answer, allowPrivate, fetch }: CodeGrant,
) => {
  const { redirectUri, parameters, secrets } = answer
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  const checks = {
    pkceCodeVerifier: secrets.codeVerifier,
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    idTokenExpected: true,
  }
  const methods = METHODS.filter((method) => found.token_endpoint_auth_methods_supported.includes(method))
  for (const [at, method] of methods.entries()) {
    const configuration = configurationOf(library, found, provider, allowPrivate, method)
    configuration[library.customFetch] = fetch
    try {
      return { configuration, tokens: await library.authorizationCodeGrant(configuration, url, checks) }
    } catch (error) {
      if (at === methods.length - 1 || !isClientRefused(library, error)) throw error
    }
  }
  throw new ProviderFault('sso_configuration_error', 'discovery: no supported client authentication method')
}

/** Omits absent endpoints: the library treats `undefined` as a value. */
const withoutAbsent = ({ userinfo_endpoint, end_session_endpoint, ...found }: ProviderMetadata) => ({
  ...found,
  ...(userinfo_endpoint === undefined ? {} : { userinfo_endpoint }),
  ...(end_session_endpoint === undefined ? {} : { end_session_endpoint }),
})
