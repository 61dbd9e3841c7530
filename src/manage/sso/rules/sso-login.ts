import type { CallbackParameters, LoginSecrets } from './identity-provider.ts'

/** A log-in that was begun with an identity provider, and has not ended. */
export interface SsoLogin {
  readonly organizationId: number
  /** As they were at its beginning: another configuration meanwhile is another provider. */
  readonly issuer: string
  readonly clientId: string
  readonly redirectUri: string
  /** The digest of what the page keeps that has begun it (RFC 7636, S256): who shows that, and nobody else, ends it. */
  readonly codeChallenge: string
  readonly secrets: LoginSecrets
}

/** The same, once the provider has sent the person back. */
export interface ReturnedSsoLogin extends SsoLogin {
  readonly parameters: CallbackParameters
}

const MINUTE_MS = 60_000

/** A person takes so long to log in at the provider, at most. */
export const SSO_LOGIN_MS = 10 * MINUTE_MS

/** So long it is known afterwards that a log-in took too long. */
export const SSO_LOGIN_KEPT_MS = 50 * MINUTE_MS

/** A page asks for tokens as soon as the person is back. */
export const SSO_CODE_MS = MINUTE_MS

/** So long it is known afterwards that a page took too long: what the provider has said is kept no longer. */
export const SSO_CODE_KEPT_MS = 4 * MINUTE_MS

/**
 * How many of an organization are kept that were begun from one network; the oldest ends for another. Anybody may begin one,
 * and nobody ends those of other networks by it.
 */
export const SSO_LOGINS_MAX = 100

/** An ID token that is longer is not kept: without it nobody is logged out at the provider. */
export const ID_TOKEN_KEPT_MAX = 8 * 1024
