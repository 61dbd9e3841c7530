import { type ProblemRow, row } from './problem-row.ts'

/**
 * Logging in with an organization's identity provider. What the provider itself says is for the log: its texts reach
 * nobody. That an organization has a provider is known to whoever begins a log-in there, as it must be.
 */
export const SINGLE_SIGN_ON_PROBLEMS = {
  sso_not_configured: row(
    400,
    'VALIDATION_ERROR',
    'SSO_NOT_CONFIGURED',
    'This organization has no single sign-on: an owner sets it up with PUT /api/v1/sso/config.',
  ),
  sso_not_enabled: row(
    403,
    'FORBIDDEN',
    'SSO_NOT_ENABLED',
    'Single sign-on of this organization is switched off: an owner switches it on with PUT /api/v1/sso/config.',
  ),
  sso_required: row(
    403,
    'FORBIDDEN',
    'AUTH_INSUFFICIENT_PERMISSIONS',
    'People of this organization log in at its identity provider, and not with a password: begin with GET /api/v1/auth/sso.',
  ),
  sso_configuration_error: row(
    500,
    'INTERNAL_SERVER_ERROR',
    'SSO_CONFIGURATION_ERROR',
    'The identity provider cannot be used as it is configured: an owner compares issuer, client_id, client_secret and the redirect_uri of GET /api/v1/sso/config with what the provider has.',
  ),
  sso_provider_unavailable: row(
    503,
    'SERVICE_UNAVAILABLE',
    'EXTERNAL_SERVICE_UNAVAILABLE',
    'The identity provider of this organization does not answer as it should at the moment; begin the log-in again later.',
    { retryable: true, retryAfterS: 30 },
  ),
  sso_invalid_token: row(
    401,
    'UNAUTHORIZED',
    'SSO_INVALID_TOKEN',
    'This log-in is not valid: it was used before, was begun elsewhere, or the identity provider did not confirm it. Begin again with GET /api/v1/auth/sso.',
    { detailCode: 'AUTH_FAILED' },
  ),
  sso_token_expired: row(
    401,
    'UNAUTHORIZED',
    'SSO_TOKEN_EXPIRED',
    'This log-in took too long, or what the identity provider said is too old. Begin again with GET /api/v1/auth/sso.',
    { detailCode: 'AUTH_FAILED' },
  ),
  sso_missing_claims: row(
    400,
    'VALIDATION_ERROR',
    'SSO_MISSING_CLAIMS',
    'The identity provider did not say all that is needed: sub, a verified email and, where it is configured, the claim of the roles.',
  ),
  sso_domain_not_allowed: row(
    403,
    'FORBIDDEN',
    'SSO_DOMAIN_NOT_ALLOWED',
    'E-mail addresses of this domain may not log in to this organization; an owner can add it to domains with PUT /api/v1/sso/config.',
  ),
  sso_user_not_provisioned: row(
    404,
    'NOT_FOUND',
    'SSO_USER_NOT_PROVISIONED',
    'Nobody in this organization has this log-in of the identity provider; an owner or an admin can add you as a user.',
  ),
} as const satisfies Record<string, ProblemRow>
