import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Store } from '../../store/store.ts'
import { revokeGrantOfClient } from './revoke-grant.ts'
import { accountIdOf, accountOf, OAUTH_SCOPE, OAUTH_UNUSED_CLIENT_S } from './rules/oauth-grant.ts'

type AdapterStore = Pick<Store, 'oauthGrants' | 'oauthItems' | 'audit'>

/** Kinds that are stored; the authorization server has no sessions of its own, so that each request asks for consent. */
const STORED: ReadonlySet<string> = new Set([
  'Client',
  'Interaction',
  'AuthorizationCode',
  'AccessToken',
  'RefreshToken',
])

interface AdapterOptions {
  /** The error for a code or refresh token that a concurrent request has used. */
  alreadyUsed(): Error
}

/** The adapter of `oidc-provider` over our store, for one kind of item. */
export const providerAdapter =
  (store: AdapterStore, { alreadyUsed }: AdapterOptions) =>
  (kind: string): Adapter =>
    kind === 'Grant' ? grantAdapter(store) : itemAdapter(store, kind, alreadyUsed)

const itemAdapter = (store: AdapterStore, kind: string, alreadyUsed: () => Error): Adapter => {
  const items = store.oauthItems
  return {
    ...UNSUPPORTED,
    async upsert(id, payload, expiresInS = OAUTH_UNUSED_CLIENT_S) {
      if (!STORED.has(kind)) return
      const { accountId, grantId, clientId } = payload
      const organizationId = accountId === undefined ? undefined : accountOf(accountId).organizationId
      const expiresAt = new Date(Date.now() + expiresInS * 1000)
      await items.put({ kind, id }, payload, { organizationId, grantId, expiresAt })
      if (kind !== 'RefreshToken' || grantId === undefined) return
      await store.oauthGrants.extend(grantId)
      if (clientId !== undefined) await items.extend({ kind: 'Client', id: clientId }, expiresAt)
    },
    async find(id) {
      const found = STORED.has(kind) ? await items.find({ kind, id }) : undefined
      if (found === undefined) return undefined
      return found.consumedAt === undefined
        ? found.payload
        : { ...found.payload, consumed: Math.floor(found.consumedAt.getTime() / 1000) }
    },
    async consume(id) {
      if (await items.consume({ kind, id })) return
      const grantId = (await items.find({ kind, id }))?.payload.grantId
      const grant = grantId === undefined ? undefined : await store.oauthGrants.findById(grantId)
      if (grant !== undefined) await revokeGrantOfClient(store, grant)
      throw alreadyUsed()
    },
    async destroy(id) {
      await items.remove({ kind, id })
    },
    async revokeByGrantId(grantId) {
      await items.removeOfGrant(grantId, kind)
    },
  }
}

interface GrantPayload extends AdapterPayload {
  readonly openid: { readonly scope: string }
  /** Scopes by resource. */
  readonly resources: Readonly<Record<string, string>>
}

/** Grants are added by the consent, not by `oidc-provider`. */
const grantAdapter = (store: AdapterStore): Adapter => ({
  ...UNSUPPORTED,
  async find(id) {
    const grant = await store.oauthGrants.findById(id)
    if (grant === undefined) return undefined
    const payload: GrantPayload = {
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
  async destroy(id) {
    const grant = await store.oauthGrants.findById(id)
    if (grant !== undefined) await revokeGrantOfClient(store, grant)
  },
})

const UNSUPPORTED: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
}
