import type { CallbackParameters, LoginSecrets } from './identity-provider.ts'

/** A pending login at an identity provider. */
export interface SsoLogin {
  readonly organizationId: number
  /** Issuer and client at the start of the login: a login does not survive their change. */
  readonly issuer: string
  readonly clientId: string
  readonly redirectUri: string
  /** PKCE code challenge (RFC 7636, S256): only the page that started the login, which keeps the verifier, can finish it. */
  readonly codeChallenge: string
  readonly secrets: LoginSecrets
}

/** A login after the provider has redirected the user back. */
export interface ReturnedSsoLogin extends SsoLogin {
  readonly parameters: CallbackParameters
}

const MINUTE_MS = 60_000

/** Maximum duration of the login at the provider. */
export const SSO_LOGIN_LIFETIME_MS = 10 * MINUTE_MS

/** How long an expired login is kept, so that it can be reported as expired. */
export const SSO_LOGIN_RETENTION_MS = 50 * MINUTE_MS

/** Lifetime of the one-time code: the page exchanges it immediately. */
export const SSO_CODE_LIFETIME_MS = MINUTE_MS

/** How long an expired code is kept, so that it can be reported as expired; the provider's response is deleted then. */
export const SSO_CODE_RETENTION_MS = 4 * MINUTE_MS

/**
 * Maximum pending logins per organization and network; beyond it the oldest is deleted. Starting a login needs no authentication,
 * so the limit must not affect other networks.
 */
export const SSO_LOGINS_MAX = 100

/** Longer ID tokens are not stored; without a stored token, logout does not include the provider. */
export const STORED_ID_TOKEN_MAX = 8 * 1024
