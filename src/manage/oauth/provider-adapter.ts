import { type Adapter, errors } from 'oidc-provider'
import type { Store } from '../../store/store.ts'
import { revokeGrant } from './revoke-grant.ts'
import { accountIdOf, OAUTH_SCOPE, OAUTH_UNUSED_CLIENT_S } from './rules/oauth-grant.ts'

type AdapterStore = Pick<Store, 'oauthGrants' | 'oauthItems' | 'audit'>

/** The adapter of `oidc-provider` over our store, for one kind of item. */
export const providerAdapter =
  (store: AdapterStore) =>
  (kind: string): Adapter => {
    if (kind === 'Grant') return grantAdapter(store)
    // The authorization server has no sessions of its own, so that each request asks for consent.
    return kind === 'Session' ? NOTHING : itemAdapter(store, kind)
  }

const itemAdapter = (store: AdapterStore, kind: string): Adapter => {
  const items = store.oauthItems
  return {
    ...NOTHING,
    async upsert(id, payload, expiresInS = OAUTH_UNUSED_CLIENT_S) {
      const { grantId, clientId } = payload
      const expiresAt = new Date(Date.now() + expiresInS * 1000)
      await items.put({ kind, id }, payload, expiresAt)
      if (kind !== 'RefreshToken' || grantId === undefined) return
      await store.oauthGrants.extend(grantId)
      if (clientId !== undefined) await items.extend({ kind: 'Client', id: clientId }, expiresAt)
    },
    async find(id) {
      const found = await items.find({ kind, id })
      return found && { ...found.payload, consumed: found.consumedAt }
    },
    /** The library has read the item before: a concurrent request may have used it. */
    async consume(id) {
      if (await items.consume({ kind, id })) return
      const found = await items.find({ kind, id })
      if (found !== undefined) await endGrant(store, found.payload.grantId)
      throw new errors.InvalidGrant('already used')
    },
    destroy: (id) => items.remove({ kind, id }),
    revokeByGrantId: (grantId) => items.removeOfGrant(grantId),
  }
}

/** Grants are added by the consent, not by `oidc-provider`. */
const grantAdapter = (store: AdapterStore): Adapter => ({
  ...NOTHING,
  async find(id) {
    const grant = await store.oauthGrants.findById(id)
    if (grant === undefined) return undefined
    const payload = {
      jti: id,
      kind: 'Grant',
      accountId: accountIdOf(grant),
      clientId: grant.clientId,
      iat: Math.floor(grant.createdAt.getTime() / 1000),
      exp: Math.floor(grant.expiresAt.getTime() / 1000),
      openid: { scope: OAUTH_SCOPE },
      resources: { [grant.resource]: OAUTH_SCOPE },
    }
    return payload
  },
  destroy: (id) => endGrant(store, id),
})

/** Ends a grant at the request of its client, or because a code or refresh token was used twice. */
const endGrant = async (store: AdapterStore, id: string): Promise<void> => {
  const grant = await store.oauthGrants.findById(id)
  if (grant !== undefined) await revokeGrant(store, grant, { actor: { kind: 'service' } })
}

const NOTHING: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
}
