import type { PortalParts } from './account-parts.ts'
import type { Person } from './person.ts'

/**
 * Ends a log-in. One that came from an identity provider goes on there.
 * @returns where the person is to be sent to end it there too; undefined where there is no such place, or no such log-in
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
