import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { isWrittenFirst } from '../../../store/duplicate-key.ts'
import type { MailKind } from '../rules/mail-request.ts'
import { MAILED_LIVES_MS, MAILED_PREFIX, type MailedToken } from '../rules/mailed-token.ts'
import { tokenDigest, tokenKind } from './kept-token.ts'

interface MailedTokenDocument extends MailedToken {
  /** A digest of its text: who reads the store has nothing by it. */
  _id: string
  expiresAt: Date
  /** Kept until it expires: the mail that it came by is not sent again with it. */
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

const MAILED = tokenKind(MAILED_PREFIX)

const UNUSED = { usedAt: { $exists: false } }

/** Tokens that people get by mail. Each works once. */
export const mailedTokenStore = (connection: Connection) => {
  const model = connection.model<MailedTokenDocument>('MailedToken', schema, 'mailed_tokens')
  return {
    /**
     * Makes a token of its text, unless it was made by an earlier attempt to send the mail: then it stands as it is, and lives
     * longer only where less than half of its life is left.
     *
     * @returns when it expires; undefined where it was used
     */
    async add(text: string, token: MailedToken, now = new Date()): Promise<Date | undefined> {
      const _id = tokenDigest(text)
      const lifeMs = MAILED_LIVES_MS[token.purpose]
      const expiresAt = new Date(now.getTime() + lifeMs)
      if (await isWrittenFirst(() => model.create({ _id, ...token, expiresAt }))) return expiresAt
      const kept = await model.findOne({ _id, ...UNUSED }).lean()
      if (kept === null) return undefined
      if (kept.expiresAt.getTime() - now.getTime() > lifeMs / 2) return kept.expiresAt
      const { matchedCount } = await model.updateOne({ _id, ...UNUSED }, { $set: { expiresAt } })
      return matchedCount === 0 ? undefined : expiresAt
    },
    /** What a token stands for, which is not used up by that. */
    async find(text: string, purpose: MailKind, now = new Date()): Promise<MailedToken | undefined> {
      if (!MAILED.isText(text)) return undefined
      const found = await model.findOne({ _id: tokenDigest(text), purpose, expiresAt: { $gt: now }, ...UNUSED }).lean()
      return found === null ? undefined : tokenOf(found)
    },
    /** What a token stands for, which is thereby used up; undefined where it is none, or not for this. */
    async take(text: string, purpose: MailKind, now = new Date()): Promise<MailedToken | undefined> {
      if (!MAILED.isText(text)) return undefined
      const standing = { _id: tokenDigest(text), purpose, expiresAt: { $gt: now }, ...UNUSED }
      const found = await model.findOneAndUpdate(standing, { $set: { usedAt: now } }).lean()
      return found === null ? undefined : tokenOf(found)
    },
    /** Removes all of a person. @param purpose those for this alone, and only where they were not used */
    async removeOfUser({ organizationId }: OrganizationRef, userId: number, purpose?: MailKind): Promise<void> {
      await model.deleteMany({ organizationId, userId, ...(purpose === undefined ? {} : { purpose, ...UNUSED }) })
    },
    /** Forgets what has expired: not every store does so by itself. */
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
