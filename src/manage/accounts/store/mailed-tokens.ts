import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { insertIfAbsent } from '../../../platform/mongodb/duplicate-key.ts'
import type { MailKind } from '../rules/mail-request.ts'
import { MAILED_TOKEN_LIFETIMES_MS, MAILED_TOKEN_PREFIX, type MailedToken } from '../rules/mailed-token.ts'
import { tokenDigest, tokenKind } from './token-kind.ts'

interface MailedTokenDocument extends MailedToken {
  /** A digest; the token cannot be recovered from it. */
  _id: string
  expiresAt: Date
  /** A used token is kept until it expires, so that a retry does not send it again. */
  usedAt?: Date
}

const schema = new Schema<MailedTokenDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    userId: { type: Number, required: true },
    purpose: { type: String, required: true },
    email: { type: String, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
    usedAt: { type: Date },
  },
  { versionKey: false },
)
schema.index({ organizationId: 1, userId: 1, purpose: 1 })

const MAILED = tokenKind(MAILED_TOKEN_PREFIX)

const UNUSED = { usedAt: { $exists: false } }

/** Mailed tokens. Each can be used once. */
export const mailedTokenStore = (connection: Connection) => {
  const model = connection.model<MailedTokenDocument>('MailedToken', schema, 'mailed_tokens')
  return {
    /**
     * Stores a token unless an earlier attempt to send the mail has done so; then its lifetime is renewed only if less
     * than half is left.
     * @returns the time of expiry; undefined if the token was used
     */
    async add(text: string, token: MailedToken, now = new Date()): Promise<Date | undefined> {
      const _id = tokenDigest(text)
      const lifeMs = MAILED_TOKEN_LIFETIMES_MS[token.purpose]
      const expiresAt = new Date(now.getTime() + lifeMs)
      if (await insertIfAbsent(() => model.create({ _id, ...token, expiresAt }))) return expiresAt
      const kept = await model.findOne({ _id, ...UNUSED }).lean()
      if (kept === null) return undefined
      if (kept.expiresAt.getTime() - now.getTime() > lifeMs / 2) return kept.expiresAt
      const { matchedCount } = await model.updateOne({ _id, ...UNUSED }, { $set: { expiresAt } })
      return matchedCount === 0 ? undefined : expiresAt
    },
    /** Finds a token without consuming it. */
    async find(text: string, purpose: MailKind, now = new Date()): Promise<MailedToken | undefined> {
      if (!MAILED.isText(text)) return undefined
      const found = await model.findOne({ _id: tokenDigest(text), purpose, expiresAt: { $gt: now }, ...UNUSED }).lean()
      return found === null ? undefined : tokenOf(found)
    },
    /** Consumes a token; undefined if there is no such token for the purpose. */
    async take(text: string, purpose: MailKind, now = new Date()): Promise<MailedToken | undefined> {
      if (!MAILED.isText(text)) return undefined
      const usable = { _id: tokenDigest(text), purpose, expiresAt: { $gt: now }, ...UNUSED }
      const found = await model.findOneAndUpdate(usable, { $set: { usedAt: now } }).lean()
      return found === null ? undefined : tokenOf(found)
    },
    /** Removes tokens of a user. @param purpose only unused tokens of this purpose */
    async removeOfUser({ organizationId }: OrganizationRef, userId: number, purpose?: MailKind): Promise<void> {
      await model.deleteMany({ organizationId, userId, ...(purpose === undefined ? {} : { purpose, ...UNUSED }) })
    },
    /** Deletes expired documents: not every compatible store has TTL indexes. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

const tokenOf = ({ organizationId, userId, purpose, email }: MailedTokenDocument): MailedToken => ({
  organizationId,
  userId,
  purpose,
  email,
})
