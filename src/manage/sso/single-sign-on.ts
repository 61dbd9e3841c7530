import { createHash } from 'node:crypto'
import { Problem } from '../../platform/problems/problem.ts'
import type { PortalParts } from '../accounts/account-parts.ts'
import { digestOf } from '../accounts/digest.ts'
import type { LoggedIn, SessionOptions } from '../accounts/logged-in.ts'
import { logInFromProvider } from '../accounts/provider-login.ts'
import type { CallbackParameters, IdentityProvider } from './rules/identity-provider.ts'
import type { SsoConfiguration } from './rules/sso-configuration.ts'
import type { OneTimeCode } from './store/sso-logins.ts'

/** A page's request to start a login. */
interface SsoBeginning {
  readonly organizationId: number
  /** PKCE code challenge (S256) of a verifier that the page keeps. */
  readonly codeChallenge: string
  readonly redirectUri: string
  /** The network of the client, see `networkOf`. */
  readonly from: string
}

/** The page's request to finish the login. */
interface SsoEnd extends SessionOptions {
  readonly code: string
  readonly codeVerifier: string
  /** The network of the client, see `networkOf`. */
  readonly from: string
  readonly traceId: string
}

/**
 * Starts a login at the provider of an organization.
 * @returns the authorization URL for the user's browser
 * @throws Problem `sso_not_configured`, `sso_not_enabled`, `sso_configuration_error`, `sso_provider_unavailable`
 */
export const beginSso = async (
  parts: PortalParts,
  { organizationId, codeChallenge, redirectUri, from }: SsoBeginning,
): Promise<string> => {
  const { provider } = await enabledSso(parts, organizationId)
  const { authorizationUrl, secrets } = await parts.signOn.begin(provider, { redirectUri })
  const { issuer, clientId } = provider
  const started = { issuer, clientId, redirectUri, codeChallenge, secrets, from: digestOf(parts, 'from', from) }
  await parts.store.ssoLogins.add({ organizationId }, started)
  return authorizationUrl
}

/**
 * Stores the provider's callback without validating it, and returns a one-time code. Only the page that started the login and
 * keeps the verifier can exchange the code for tokens.
 *
 * @throws Problem `sso_invalid_token` if no login has this state
 */
export const storeSsoCallback = async (
  { store }: Pick<PortalParts, 'store'>,
  parameters: CallbackParameters,
): Promise<OneTimeCode> => {
  const returned =
    parameters.state === undefined ? undefined : await store.ssoLogins.storeCallback(parameters.state, parameters)
  if (returned === undefined) throw new Problem('sso_invalid_token')
  return returned
}

/**
 * Finishes a login for the page that started it. PKCE binds the code to that page, which prevents code injection and login CSRF
 * (RFC 9700, section 2.1).
 *
 * @throws Problem all problems of single sign-on, `account_suspended`, `organization_suspended`, `organization_inactive`,
 *   `users_full`
 */
export const finishSso = async (
  parts: PortalParts,
  { code, codeVerifier, from, traceId, isCookieBased }: SsoEnd,
): Promise<LoggedIn> => {
  const { store, signOn } = parts
  // Consumed also on errors: a retry would rarely succeed, because the provider's own code is consumed by the exchange.
  const exchanged = await store.ssoLogins.take(code, createHash('sha256').update(codeVerifier).digest('base64url'))
  if (exchanged.kind === 'expired') throw new Problem('sso_token_expired')
  if (exchanged.kind === 'unknown') throw new Problem('sso_invalid_token')
  const { organizationId, redirectUri, parameters, secrets, ...started } = exchanged.login
  const { provider, configuration: before } = await enabledSso(parts, organizationId)
  requireSameProvider(provider, started)
  const claims = before.rolesClaim === undefined ? [] : [before.rolesClaim.claim]
  const identity = await signOn.finish(provider, { redirectUri, parameters, secrets, claims })
  // Checked again: the configuration may have been disabled or replaced while the provider responded.
  const { provider: current, configuration } = await enabledSso(parts, organizationId)
  requireSameProvider(current, started)
  const loggedIn = await logInFromProvider(parts, configuration, { identity, from, traceId, isCookieBased })
  await store.portalSessions.putProviderLogin(loggedIn.session, loggedIn.session.id, {
    ...started,
    idToken: identity.idToken,
  })
  // Replacing or removing the provider ends its sessions, possibly just before this one was stored.
  try {
    requireSameProvider((await enabledSso(parts, organizationId)).provider, started)
  } catch (error) {
    await store.portalSessions.end(loggedIn.session, loggedIn.session.id)
    throw error
  }
  return loggedIn
}

/** @throws Problem `sso_not_configured`, also for an unknown organization, and `sso_not_enabled` */
const enabledSso = async (
  { store }: Pick<PortalParts, 'store'>,
  organizationId: number,
): Promise<{ readonly configuration: SsoConfiguration; readonly provider: IdentityProvider }> => {
  const found = await store.ssoConfigurations.findProvider({ organizationId })
  if (found === undefined) throw new Problem('sso_not_configured')
  if (!found.configuration.enabled) throw new Problem('sso_not_enabled')
  return found
}

type Client = Pick<IdentityProvider, 'issuer' | 'clientId'>

/** Requires that the login was started at the current provider. @throws Problem `sso_invalid_token` */
const requireSameProvider = (current: Client, started: Client): void => {
  if (current.issuer !== started.issuer || current.clientId !== started.clientId) throw new Problem('sso_invalid_token')
}
