/** An organization's identity provider (OpenID Connect Core 1.0), and what we are called there. */
export interface IdentityProvider {
  /** For the log: whose provider it is. */
  readonly organizationId: number
  /** As its discovery document names it, to the character: `https://login.example.com`. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** What whoever begins a log-in keeps until its end. None of it may be known to anybody else, `state` aside. */
export interface LoginSecrets {
  readonly state: string
  readonly nonce: string
  /** The verifier of RFC 7636 for the provider's token endpoint. */
  readonly codeVerifier: string
}

/** What the provider has sent back with the person: parameters of the redirect URI, as they came (RFC 6749, 4.1.2). */
export interface CallbackParameters {
  readonly code?: string | undefined
  readonly state?: string | undefined
  readonly iss?: string | undefined
  readonly error?: string | undefined
}

/** Who somebody is, as their organization's provider says it in an ID token that was verified. */
export interface ProvidedIdentity {
  readonly issuer: string
  /** Never given to somebody else by this issuer: together they name a person. */
  readonly subject: string
  /** As the provider writes it: its form is not judged yet. */
  readonly email: string
  /** Undefined where the provider says nothing of it. */
  readonly emailVerified: boolean | undefined
  readonly name?: string | undefined
  /** All claims of the ID token and, where that lacks one that is needed, of the userinfo endpoint: 256 KiB of text at most. */
  readonly claims: Readonly<Record<string, unknown>>
  /** The token itself: with it the log-in is ended at the provider. */
  readonly idToken: string
}

/** Where the provider sends people back to: it must be registered there, to the character. */
export interface SignOnPlace {
  readonly redirectUri: string
}

export interface SignOnAnswer extends SignOnPlace {
  readonly parameters: CallbackParameters
  readonly secrets: LoginSecrets
  /** Claims that are needed beside `email`: where an ID token lacks one, the userinfo endpoint is asked too. */
  readonly claims?: readonly string[] | undefined
}

/**
 * Logging in at identity providers. Each call ends after 10 seconds at the latest, with a problem: `sso_configuration_error`
 * where the provider is not what was configured, `sso_provider_unavailable` where it does not answer, and at the end of a
 * log-in also `sso_invalid_token`, `sso_token_expired` or `sso_missing_claims`.
 */
export interface SignOn {
  /**
   * Whether an issuer is on a private, loopback or otherwise special address, where none is asked. False where its host cannot
   * be found, or not within three seconds: it is judged again whenever it is asked.
   */
  readonly isPrivate: (issuer: string) => Promise<boolean>
  /** Where a person is sent to log in, and what `finish` needs when they are back. */
  readonly begin: (
    provider: IdentityProvider,
    place: SignOnPlace,
  ) => Promise<{ readonly authorizationUrl: string; readonly secrets: LoginSecrets }>
  /** Who has come back. The provider's code is used up by it, whatever comes of it. */
  readonly finish: (provider: IdentityProvider, answer: SignOnAnswer) => Promise<ProvidedIdentity>
  /**
   * Where a person is sent to log out at the provider too (OpenID Connect RP-Initiated Logout 1.0).
   *
   * @param returnTo where the provider sends them afterwards; must be registered there
   * @returns undefined where the provider has no such place, or cannot be asked: this has no errors
   */
  readonly logOutUrl: (
    provider: IdentityProvider,
    end: { readonly idToken: string; readonly returnTo?: string | undefined },
  ) => Promise<string | undefined>
}
