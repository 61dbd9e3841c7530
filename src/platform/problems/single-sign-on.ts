import { type ProblemRow, row } from './problem-row.ts'

/**
 * Login at an organization's identity provider. Messages of the provider are only logged, never returned. Whether an organization
 * has a provider is public, because login starts without authentication.
 */
export const SINGLE_SIGN_ON_PROBLEMS = {
  sso_not_configured: row(
    400,
    'VALIDATION_ERROR',
    'SSO_NOT_CONFIGURED',
    'Single sign-on is not configured for this organization: an owner can configure it with PUT /api/v1/sso/config.',
  ),
  sso_not_enabled: row(
    403,
    'FORBIDDEN',
    'SSO_NOT_ENABLED',
    'Single sign-on is disabled for this organization: an owner can enable it with PUT /api/v1/sso/config.',
  ),
  sso_required: row(
    403,
    'FORBIDDEN',
    'AUTH_INSUFFICIENT_PERMISSIONS',
    'Users of this organization log in at its identity provider, not with a password: start with GET /api/v1/auth/sso.',
  ),
  sso_configuration_error: row(
    500,
    'INTERNAL_SERVER_ERROR',
    'SSO_CONFIGURATION_ERROR',
    'The identity provider configuration does not work: an owner must check issuer, client_id, client_secret and the redirect_uri of GET /api/v1/sso/config against the settings at the provider.',
  ),
  sso_provider_unavailable: row(
    503,
    'SERVICE_UNAVAILABLE',
    'EXTERNAL_SERVICE_UNAVAILABLE',
    'The identity provider of this organization is unavailable or returned an unexpected response; start the login again later.',
    { retryable: true, retryAfterS: 30 },
  ),
  sso_invalid_token: row(
    401,
    'UNAUTHORIZED',
    'SSO_INVALID_TOKEN',
    'This login is not valid: it was already used, was started by another client, or was not confirmed by the identity provider. Start again with GET /api/v1/auth/sso.',
    { detailCode: 'AUTH_FAILED' },
  ),
  sso_token_expired: row(
    401,
    'UNAUTHORIZED',
    'SSO_TOKEN_EXPIRED',
    'This login took too long, or the response of the identity provider is too old. Start again with GET /api/v1/auth/sso.',
    { detailCode: 'AUTH_FAILED' },
  ),
  sso_missing_claims: row(
    400,
    'VALIDATION_ERROR',
    'SSO_MISSING_CLAIMS',
    'The identity provider did not send all required claims: sub, a verified email and, if configured, the roles claim.',
  ),
  sso_domain_not_allowed: row(
    403,
    'FORBIDDEN',
    'SSO_DOMAIN_NOT_ALLOWED',
    'Users with an email address of this domain may not log in to this organization; an owner can add the domain to domains with PUT /api/v1/sso/config.',
  ),
  sso_user_not_provisioned: row(
    404,
    'NOT_FOUND',
    'SSO_USER_NOT_PROVISIONED',
    'This organization has no user for this identity provider login; an owner or an admin can add you as a user.',
  ),
} as const satisfies Record<string, ProblemRow>
