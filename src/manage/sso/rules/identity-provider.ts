/** An organization's identity provider (OpenID Connect Core 1.0) and our client credentials. */
export interface IdentityProvider {
  /** For the log. */
  readonly organizationId: number
  /** Exactly as in the discovery document: `https://login.example.com`. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** The secrets of a pending login. Only `state` may be disclosed. */
export interface LoginSecrets {
  readonly state: string
  readonly nonce: string
  /** The verifier of RFC 7636 for the provider's token endpoint. */
  readonly codeVerifier: string
}

/** Unvalidated parameters of the redirect URI (RFC 6749, 4.1.2). */
export interface CallbackParameters {
  readonly code?: string | undefined
  readonly state?: string | undefined
  readonly iss?: string | undefined
  readonly error?: string | undefined
}

/** The identity of a user from a verified ID token. */
export interface ProvidedIdentity {
  readonly issuer: string
  /** Never reassigned by this issuer: together they identify a user. */
  readonly subject: string
  /** As received; its format is not validated. */
  readonly email: string
  /** Undefined if the provider does not send the claim. */
  readonly emailVerified: boolean | undefined
  readonly name?: string | undefined
  /** Claims of the ID token and, if that lacks a needed one, of the userinfo endpoint: at most 256 KiB. */
  readonly claims: Readonly<Record<string, unknown>>
  /** The encoded token, needed for logout at the provider. */
  readonly idToken: string
}

/** The redirect URI, which must be registered at the provider exactly. */
interface SignOnRedirect {
  readonly redirectUri: string
}

export interface SignOnCallback extends SignOnRedirect {
  readonly parameters: CallbackParameters
  readonly secrets: LoginSecrets
  /** Claims needed besides `email`: if the ID token lacks one, the userinfo endpoint is queried, too. */
  readonly claims?: readonly string[] | undefined
}

/**
 * Login at identity providers. Each call takes at most 10 seconds. Problems: `sso_configuration_error` if the provider does not
 * match the configuration, `sso_provider_unavailable` if it does not respond; for `finish` also `sso_invalid_token`,
 * `sso_token_expired` and `sso_missing_claims`.
 */
export interface SignOn {
  /**
   * Whether an issuer has a private, loopback or other special-purpose address, which is never contacted. False if its host
   * cannot be resolved within three seconds: the address is checked again for each request.
   */
  readonly isPrivate: (issuer: string) => Promise<boolean>
  /** The authorization URL for the user's browser, and the secrets for `finish`. */
  readonly begin: (
    provider: IdentityProvider,
    place: SignOnRedirect,
  ) => Promise<{ readonly authorizationUrl: string; readonly secrets: LoginSecrets }>
  /** The identity of the returned user. Consumes the provider's code, also on errors. */
  readonly finish: (provider: IdentityProvider, answer: SignOnCallback) => Promise<ProvidedIdentity>
  /**
   * The URL for logout at the provider (OpenID Connect RP-Initiated Logout 1.0).
   *
   * @param returnTo where the provider redirects afterwards; must be registered there
   * @returns undefined if the provider does not support it or does not respond; never throws
   */
  readonly logOutUrl: (
    provider: IdentityProvider,
    end: { readonly idToken: string; readonly returnTo?: string | undefined },
  ) => Promise<string | undefined>
}
