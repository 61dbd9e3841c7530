import type { Discovered } from './discovery.ts'
import { isClientRefused, type OpenIdClient } from './fault-of.ts'
import { ProviderFault } from './provider-fault.ts'
import type { ProviderFetch } from './provider-fetch.ts'
import type { IdentityProvider, SignOnAnswer } from './rules/identity-provider.ts'

type Method = 'client_secret_basic' | 'client_secret_post'

/** How a client shows its secret: in the order in which it is tried, since a provider does not say how ours was registered. */
const METHODS: readonly Method[] = ['client_secret_basic', 'client_secret_post']

/** What the library needs to know of a provider and of us. */
export const configurationOf = (
  library: OpenIdClient,
  found: Discovered,
  { clientId, clientSecret }: IdentityProvider,
  allowPrivate: boolean,
  method: Method = 'client_secret_basic',
) => {
  const shown = method === 'client_secret_basic' ? library.ClientSecretBasic : library.ClientSecretPost
  const configuration = new library.Configuration(present(found), clientId, undefined, shown(clientSecret))
  if (allowPrivate) library.allowInsecureRequests(configuration)
  // Without this the library believes a token because of where it came from, and looks at no signature.
  library.enableNonRepudiationChecks(configuration)
  return configuration
}

interface Granting {
  readonly provider: IdentityProvider
  readonly answer: SignOnAnswer
  readonly allowPrivate: boolean
  readonly fetch: ProviderFetch
}

/**
 * Trades the provider's code for tokens, whose ID token is verified.
 * @throws what the library throws, and ProviderFault
 */
export const grantedTo = async (
  library: OpenIdClient,
  found: Discovered,
  { provider, answer, allowPrivate, fetch }: Granting,
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

/** Without the members that are not there: the library takes `undefined` for a value. */
const present = ({ userinfo_endpoint, end_session_endpoint, ...found }: Discovered) => ({
  ...found,
  ...(userinfo_endpoint === undefined ? {} : { userinfo_endpoint }),
  ...(end_session_endpoint === undefined ? {} : { end_session_endpoint }),
})
