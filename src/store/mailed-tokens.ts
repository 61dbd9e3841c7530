import { type Connection, Schema } from 'mongoose'
import type { MailKind } from '../domain/account/mail-request.ts'
import { MAILED_LIVES_MS, type MailedToken } from '../domain/account/mailed-token.ts'
import { tokenDigest, tokenKind } from './kept-token.ts'

interface MailedTokenDocument extends MailedToken {
  /** A digest of its text: who reads the store has nothing by it. */
  _id: string
  expiresAt: Date
}

const schema = new Schema<MailedTokenDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    userId: { type: Number, required: true },
    purpose: { type: String, required: true },
    email: { type: String, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false },
)
schema.index({ organizationId: 1, userId: 1, purpose: 1 })

type InOrganization = { readonly organizationId: number }

const MAILED = tokenKind('mt')

/** Tokens that people get by mail. Each works once. */
export const mailedTokenVerbs = (connection: Connection) => {
  const model = connection.model<MailedTokenDocument>('MailedToken', schema, 'mailed_tokens')
  return {
    /** Makes one. @returns its text, which nobody can read again, and when its time is over */
    async addMailedToken(
      token: MailedToken,
      now = new Date(),
    ): Promise<{ readonly text: string; readonly expiresAt: Date }> {
      const text = MAILED.newText()
      const expiresAt = new Date(now.getTime() + MAILED_LIVES_MS[token.purpose])
      await model.create({ _id: tokenDigest(text), ...token, expiresAt })
      return { text, expiresAt }
    },
    /** What a token stands for, which is not used up by that. */
    async mailedToken(text: string, purpose: MailKind, now = new Date()): Promise<MailedToken | undefined> {
      if (!MAILED.isText(text)) return undefined
      const found = await model.findOne({ _id: tokenDigest(text), purpose, expiresAt: { $gt: now } }).lean()
      return found === null ? undefined : tokenOf(found)
    },
    /** What a token stands for, which is thereby used up; undefined where it is none, or not for this. */
    async takeMailedToken(text: string, purpose: MailKind, now = new Date()): Promise<MailedToken | undefined> {
      if (!MAILED.isText(text)) return undefined
      const found = await model.findOneAndDelete({ _id: tokenDigest(text), purpose, expiresAt: { $gt: now } }).lean()
      return found === null ? undefined : tokenOf(found)
    },
    /** Makes all of a person worthless. @param purpose those for this alone */
    async removeMailedTokens({ organizationId }: InOrganization, userId: number, purpose?: MailKind): Promise<void> {
      await model.deleteMany({ organizationId, userId, ...(purpose === undefined ? {} : { purpose }) })
    },
    /** Forgets what has expired: not every store does so by itself. */
    async sweepMailedTokens(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

const tokenOf = ({ organizationId, userId, purpose, email }: MailedTokenDocument): MailedToken => ({
  ...{ organizationId, userId, purpose, email },
})
