import type { PortalParts } from './account-parts.ts'
import type { Person } from './person.ts'

/**
 * Ends a session, but not the one at the identity provider.
 * @returns the URL at which the browser ends that one; undefined without one
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
