import { z } from 'zod'
import { ProviderFault, type ProviderProblem, providersWords } from './provider-fault.ts'

export type OpenIdClient = typeof import('openid-client')

/** What a provider says of a request (RFC 6749, 4.1.2.1 and 5.2; OpenID Connect Core, 3.1.2.6), where that is not the person's. */
const ERRORS: Readonly<Record<string, ProviderProblem>> = {
  invalid_client: 'sso_configuration_error',
  invalid_request: 'sso_configuration_error',
  invalid_scope: 'sso_configuration_error',
  invalid_target: 'sso_configuration_error',
  request_not_supported: 'sso_configuration_error',
  unauthorized_client: 'sso_configuration_error',
  unsupported_grant_type: 'sso_configuration_error',
  unsupported_response_type: 'sso_configuration_error',
  server_error: 'sso_provider_unavailable',
  temporarily_unavailable: 'sso_provider_unavailable',
}

/** Codes of the library for answers that are none, whatever stands in them. */
const CONFIGURATION: ReadonlySet<string | undefined> = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
])

const CLAIM = z.object({ claim: z.string() })
const NAMELESS = z.object({ claims: z.looseObject({}).refine(({ sub }) => sub === undefined) })

/**
 * What the library's error says of a provider.
 *
 * @param otherwise what is wrong where the library says only that something is: whoever makes an answer that nobody foresaw
 * is not let in by it
 */
export const faultOf = (library: OpenIdClient, error: unknown, otherwise: ProviderProblem): ProviderFault => {
  const own = ownFaultIn(error)
  if (own !== undefined) return own
  if (error instanceof library.AuthorizationResponseError || error instanceof library.ResponseBodyError) {
    const said = error instanceof library.ResponseBodyError ? error.error_description : undefined
    const problem = Object.hasOwn(ERRORS, error.error) ? ERRORS[error.error] : undefined
    return new ProviderFault(problem ?? otherwise, providersWords(error.error, said))
  }
  if (error instanceof library.ClientError) {
    // Of the error itself nothing is kept but the library's words: what it holds are tokens and claims.
    return new ProviderFault(problemOf(error, otherwise), librarysWords(error))
  }
  return new ProviderFault(otherwise, 'unexpected answer', error)
}

/** The library wraps what a `fetch` throws. */
const ownFaultIn = (error: unknown): ProviderFault | undefined => {
  if (error instanceof ProviderFault) return error
  return error instanceof Error && error.cause instanceof ProviderFault ? error.cause : undefined
}

const problemOf = ({ code, cause }: ClientErrorLike, otherwise: ProviderProblem): ProviderProblem => {
  if (CONFIGURATION.has(code)) return 'sso_configuration_error'
  const detail = cause instanceof Error ? cause.cause : undefined
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')
    return CLAIM.safeParse(detail).data?.claim === 'exp' ? 'sso_token_expired' : 'sso_invalid_token'
  if (code === 'OAUTH_INVALID_RESPONSE' && NAMELESS.safeParse(detail).success) return 'sso_missing_claims'
  return otherwise
}

/** Errors of the library whose texts are its own. */
const ITS_OWN: readonly string[] = ['OperationProcessingError', 'UnsupportedOperationError']

const librarysWords = ({ message, code, cause }: ClientErrorLike): string => {
  const detail = cause instanceof Error && ITS_OWN.includes(cause.name) ? cause.message : undefined
  return providersWords(code, message, detail)
}

interface ClientErrorLike {
  readonly message: string
  readonly code?: string | undefined
  readonly cause?: unknown
}

/** Whether a provider does not take us for the client that we say we are. */
export const isClientRefused = (library: OpenIdClient, error: unknown): boolean =>
  error instanceof library.ResponseBodyError && error.error === 'invalid_client'
