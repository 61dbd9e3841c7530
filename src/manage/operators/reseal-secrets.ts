import type { Store } from '../../store/store.ts'

/** What was encrypted again with the current secret, by kind. */
interface ResealedSecrets {
  readonly databases: number
  readonly webhooks: number
  readonly identityProviders: number
  readonly secondFactors: number
  readonly sessions: number
  /** What is encrypted with neither the current nor a previous secret, in words. */
  readonly unreadable: readonly string[]
  /** API keys that are hashed with a previous secret; a key is migrated when it is used. */
  readonly apiKeysLeft: number
}

/** Encrypts all secrets of the store with the current secret of the installation. */
export const resealSecrets = async ({
  store,
}: {
  readonly store: Pick<Store, 'sealed' | 'apiKeys'>
}): Promise<ResealedSecrets> => {
  const databases = await store.sealed.reseal('databases')
  const webhooks = await store.sealed.reseal('webhooks')
  const providers = await store.sealed.reseal('sso_configurations')
  const factors = await store.sealed.reseal('users')
  // A session that cannot be read has ended: its user logs in again.
  const sessions = await store.sealed.reseal('portal_sessions')
  return {
    databases: databases.resealed,
    webhooks: webhooks.resealed,
    identityProviders: providers.resealed,
    secondFactors: factors.resealed,
    sessions: sessions.resealed,
    unreadable: [
      ...databases.unreadable,
      ...webhooks.unreadable,
      ...providers.unreadable.map((id) => `single sign-on of organization ${id}`),
      ...factors.unreadable.map((id) => `the second factor of user ${id}`),
    ],
    apiKeysLeft: await store.apiKeys.countUnderEarlierSecret(),
  }
}
