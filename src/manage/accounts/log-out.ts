import type { PortalParts } from './account-parts.ts'
import type { Person } from './person.ts'

/**
 * Ends a session. A session at the identity provider continues there.
 *
 * @returns the provider's logout address; undefined without one, or for an unknown session
 */
export const logOut = async (
  { store, signOn, portalUrl }: PortalParts,
  { user, sessionId }: Pick<Person, 'user' | 'sessionId'>,
): Promise<string | undefined> => {
  const login = await store.portalSessions.findProviderLogin(user, sessionId)
  await store.portalSessions.end(user, sessionId)
  if (login === undefined) return undefined
  const found = await store.ssoConfigurations.findProvider(user)
  if (found?.provider.issuer !== login.issuer || found.provider.clientId !== login.clientId) return undefined
  return await signOn.logOutUrl(found.provider, { idToken: login.idToken, returnTo: portalUrl })
}
