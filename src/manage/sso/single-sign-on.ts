import { createHash } from 'node:crypto'
import { Problem } from '../../platform/problems/problem.ts'
import type { PortalParts } from '../accounts/account-parts.ts'
import { digestOf } from '../accounts/digest.ts'
import type { LoggedIn, SessionOptions } from '../accounts/logged-in.ts'
import { enterFromProvider } from '../accounts/provided-account.ts'
import type { CallbackParameters, IdentityProvider } from './rules/identity-provider.ts'
import type { SsoConfiguration } from './rules/sso-configuration.ts'
import type { OneTimeCode } from './store/sso-logins.ts'

/** A page that wants to have somebody logged in. */
export interface SsoBeginning {
  readonly organizationId: number
  /** The S256 of a verifier that the page keeps. */
  readonly codeChallenge: string
  /** Where the provider is to send the person back to. */
  readonly redirectUri: string
  /** Where from: a network that one subscriber has. */
  readonly from: string
}

/** What the same page shows at the end. */
export interface SsoEnd extends SessionOptions {
  readonly code: string
  readonly codeVerifier: string
  /** Where from: a network that one subscriber has. */
  readonly from: string
  readonly traceId: string
}

/**
 * Begins a log-in at the provider of an organization.
 * @returns where the person is to be sent
 * @throws Problem `sso_not_configured`, `sso_not_enabled`, `sso_configuration_error`, `sso_provider_unavailable`
 */
export const beginSso = async (
  parts: PortalParts,
  { organizationId, codeChallenge, redirectUri, from }: SsoBeginning,
): Promise<string> => {
  const { provider } = await enabledSso(parts, organizationId)
  const { authorizationUrl, secrets } = await parts.signOn.begin(provider, { redirectUri })
  const { issuer, clientId } = provider
  const begun = { issuer, clientId, redirectUri, codeChallenge, secrets, from: digestOf(parts, 'from', from) }
  await parts.store.ssoLogins.add({ organizationId }, begun)
  return authorizationUrl
}

/**
 * Takes what the provider has sent somebody back with. Nothing of it is judged yet: whoever is sent here is only given what the
 * page, which alone can say that it has begun this, asks for tokens with.
 *
 * @throws Problem `sso_invalid_token` where nothing waits for it
 */
export const returnFromSso = async (
  { store }: Pick<PortalParts, 'store'>,
  parameters: CallbackParameters,
): Promise<OneTimeCode> => {
  const returned =
    parameters.state === undefined ? undefined : await store.ssoLogins.noteReturn(parameters.state, parameters)
  if (returned === undefined) throw new Problem('sso_invalid_token')
  return returned
}

/**
 * Lets somebody in who has come back, for the page that has sent them: a code that was put into another page is worth nothing
 * there, which a cookie would show elsewhere (RFC 9700, section 2.1).
 *
 * @throws Problem every one of single sign-on, `account_suspended`, `organization_suspended`, `organization_inactive`,
 * `users_full`
 */
export const finishSso = async (
  parts: PortalParts,
  { code, codeVerifier, from, traceId, isCookieBased }: SsoEnd,
): Promise<LoggedIn> => {
  const { store, signOn } = parts
  // Spent whatever comes of it: the provider's own code is spent by asking, so that a repeat could rarely be answered.
  const taken = await store.ssoLogins.take(code, createHash('sha256').update(codeVerifier).digest('base64url'))
  if (taken.kind === 'expired') throw new Problem('sso_token_expired')
  if (taken.kind === 'unknown') throw new Problem('sso_invalid_token')
  const { organizationId, redirectUri, parameters, secrets, ...begun } = taken.login
  const { provider, configuration: before } = await enabledSso(parts, organizationId)
  requireSame(provider, begun)
  const claims = before.rolesClaim === undefined ? [] : [before.rolesClaim.claim]
  const identity = await signOn.finish(provider, { redirectUri, parameters, secrets, claims })
  // The provider may have taken its time: what was switched off or replaced meanwhile lets nobody in.
  const { provider: now, configuration } = await enabledSso(parts, organizationId)
  requireSame(now, begun)
  const inside = await enterFromProvider(parts, configuration, { identity, from, traceId, isCookieBased })
  await store.portalSessions.putProviderLogin(inside.session, inside.session.id, {
    ...begun,
    idToken: identity.idToken,
  })
  // Who replaces or removes the provider ends its log-ins, and this one may have begun since.
  try {
    requireSame((await enabledSso(parts, organizationId)).provider, begun)
  } catch (error) {
    await store.portalSessions.end(inside.session, inside.session.id)
    throw error
  }
  return inside
}

/** @throws Problem `sso_not_configured`, for an organization that is not there too, and `sso_not_enabled` */
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

/** What was begun at one provider is not ended at another. @throws Problem `sso_invalid_token` */
const requireSame = (now: Client, begun: Client): void => {
  if (now.issuer !== begun.issuer || now.clientId !== begun.clientId) throw new Problem('sso_invalid_token')
}
