import { type Connection, Schema } from 'mongoose'
import type { FieldCipher } from '../../../store/sealed.ts'
import { tokenDigest } from '../../accounts/store/token-kind.ts'
import { accountOf } from '../rules/oauth-grant.ts'

interface OAuthItemDocument {
  /** Kind and digest of the id: read access to the store does not allow using a token, nor answering a request. */
  _id: string
  /** Of the user; absent for clients and for requests without an answer. */
  organizationId?: number
  grantId?: string
  /** JSON, sealed: it repeats ids. */
  payload: Buffer
  /** Set by the only use of a code, a refresh token, or a request. */
  consumedAt?: Date
  expiresAt: Date
}

const schema = new Schema<OAuthItemDocument>(
  {
    _id: { type: String, required: true },
    organizationId: Number,
    grantId: String,
    payload: { type: Buffer, required: true },
    consumedAt: Date,
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false },
)
schema.index({ organizationId: 1 }, { sparse: true })
schema.index({ grantId: 1 })

/** `Client`, `Interaction`, `AuthorizationCode`, `AccessToken`, `RefreshToken`, as `oidc-provider` names them, and `Proof`. */
interface OAuthItemKey {
  readonly kind: string
  /** As sent by clients. */
  readonly id: string
}

/** The fields of an item of `oidc-provider` by which it is removed with its user or grant. */
type OAuthItemPayload = Partial<Record<'accountId' | 'grantId', string | undefined>>

const keyOf = ({ kind, id }: OAuthItemKey): string => `${kind}/${tokenDigest(id)}`

/** What the authorization server stores, except grants. Any process can handle any step. */
export const oauthItemStore = (connection: Connection, { sealText, openText }: FieldCipher) => {
  const model = connection.model<OAuthItemDocument>('OAuthItem', schema, 'oauth_items')
  return {
    /** Adds or replaces an item. */
    async put(key: OAuthItemKey, payload: OAuthItemPayload, expiresAt: Date): Promise<void> {
      const { accountId, grantId } = payload
      const set = {
        ...(accountId === undefined ? {} : { organizationId: accountOf(accountId).organizationId }),
        ...(grantId === undefined ? {} : { grantId }),
        payload: sealText(JSON.stringify(payload)),
        expiresAt,
      }
      await model.updateOne({ _id: keyOf(key) }, { $set: set }, { upsert: true })
    },
    /** An item, which may have expired; undefined if it is unknown or was sealed with a secret that is no longer configured. */
    async find(key: OAuthItemKey) {
      const found = await model.findById(keyOf(key)).lean()
      if (found === null) return undefined
      try {
        const { payload, consumedAt, expiresAt } = found
        return { payload: JSON.parse(openText(payload)), consumedAt, expiresAt }
      } catch {
        return undefined
      }
    },
    /** Marks an item as used. @returns whether this call did it: of concurrent ones, exactly one */
    async consume(key: OAuthItemKey, now = new Date()): Promise<boolean> {
      const unused = { _id: keyOf(key), consumedAt: { $exists: false } }
      return (await model.updateOne(unused, { $set: { consumedAt: now } })).modifiedCount === 1
    },
    /** Changes when an item expires, if it exists. */
    async extend(key: OAuthItemKey, expiresAt: Date): Promise<void> {
      await model.updateOne({ _id: keyOf(key) }, { $max: { expiresAt } })
    },
    async remove(key: OAuthItemKey): Promise<void> {
      await model.deleteOne({ _id: keyOf(key) })
    },
    /** Removes the codes and tokens of a grant. */
    async removeOfGrant(grantId: string): Promise<void> {
      await model.deleteMany({ grantId })
    },
    /** Deletes expired items: not every MongoDB-compatible store has TTL indexes. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}
