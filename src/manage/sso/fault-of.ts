import { z } from 'zod'
import { ProviderFault, type ProviderProblem, providerText } from './provider-fault.ts'

export type OpenIdClient = typeof import('openid-client')

/** Error codes of providers (RFC 6749, 4.1.2.1 and 5.2; OpenID Connect Core, 3.1.2.6) that are not caused by the user. */
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

/** Error codes of the library for malformed responses. */
const CONFIGURATION_CODES: ReadonlySet<string | undefined> = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
])

const CLAIM = z.object({ claim: z.string() })
const WITHOUT_SUBJECT = z.object({ claims: z.looseObject({}).refine(({ sub }) => sub === undefined) })

/**
 * Converts an error of the library.
 *
 * @param otherwise the problem of an unclassified error
 */
export const toProviderFault = (library: OpenIdClient, error: unknown, otherwise: ProviderProblem): ProviderFault => {
  const own = ownFaultIn(error)
  if (own !== undefined) return own
  if (error instanceof library.AuthorizationResponseError || error instanceof library.ResponseBodyError) {
    const description = error instanceof library.ResponseBodyError ? error.error_description : undefined
    const problem = Object.hasOwn(ERRORS, error.error) ? ERRORS[error.error] : undefined
    return new ProviderFault(problem ?? otherwise, providerText(error.error, description))
  }
  if (error instanceof library.ClientError) {
    // Only the library's message is kept: the error object contains tokens and claims.
    return new ProviderFault(problemOf(error, otherwise), libraryMessage(error))
  }
  return new ProviderFault(otherwise, 'unexpected answer', error)
}

/** The library wraps errors of `fetch`. */
const ownFaultIn = (error: unknown): ProviderFault | undefined => {
  if (error instanceof ProviderFault) return error
  return error instanceof Error && error.cause instanceof ProviderFault ? error.cause : undefined
}

const problemOf = ({ code, cause }: ClientErrorLike, otherwise: ProviderProblem): ProviderProblem => {
  if (CONFIGURATION_CODES.has(code)) return 'sso_configuration_error'
  const detail = cause instanceof Error ? cause.cause : undefined
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')
    return CLAIM.safeParse(detail).data?.claim === 'exp' ? 'sso_token_expired' : 'sso_invalid_token'
  if (code === 'OAUTH_INVALID_RESPONSE' && WITHOUT_SUBJECT.safeParse(detail).success) return 'sso_missing_claims'
  return otherwise
}

/** Errors whose messages contain only the library's own text. */
const LIBRARY_ERRORS: readonly string[] = ['OperationProcessingError', 'UnsupportedOperationError']

const libraryMessage = ({ message, code, cause }: ClientErrorLike): string => {
  const detail = cause instanceof Error && LIBRARY_ERRORS.includes(cause.name) ? cause.message : undefined
  return providerText(code, message, detail)
}

interface ClientErrorLike {
  readonly message: string
  readonly code?: string | undefined
  readonly cause?: unknown
}

/** Whether the provider rejected the client authentication. */
export const isClientRefused = (library: OpenIdClient, error: unknown): boolean =>
  error instanceof library.ResponseBodyError && error.error === 'invalid_client'
