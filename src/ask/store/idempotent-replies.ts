import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import type { FieldCipher } from '../../store/sealed.ts'

interface KeptReplyDocument {
  _id: string
  /** JSON, encrypted: it may hold a key. */
  reply: unknown
  expiresAt: Date
}

const schema = new Schema<KeptReplyDocument>(
  {
    _id: { type: String, required: true },
    reply: { type: Schema.Types.Buffer, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false },
)

/** An idempotency key is valid for a day. */
const KEPT_MS = 24 * 60 * 60_000

/** Responses to requests with an idempotency key, for repeated requests. */
export const idempotentReplyStore = (connection: Connection, { sealText, openText }: FieldCipher) => {
  const model = connection.model<KeptReplyDocument>('KeptReply', schema, 'kept_replies')
  const keyOf = (caller: OrganizationRef, id: string) => `${caller.organizationId}/${id}`
  return {
    /** @param id of the request; replaces its earlier response */
    async put(caller: OrganizationRef, id: string, reply: unknown): Promise<void> {
      const kept = { reply: sealText(JSON.stringify(reply)), expiresAt: new Date(Date.now() + KEPT_MS) }
      await model.updateOne({ _id: keyOf(caller, id) }, { $set: kept }, { upsert: true })
    },
    /** @returns the stored response, parsed from JSON; undefined if there is none, or it has expired */
    async find(caller: OrganizationRef, id: string): Promise<unknown> {
      const found = await model.findById(keyOf(caller, id)).lean()
      return found === null || found.expiresAt.getTime() <= Date.now() ? undefined : JSON.parse(openText(found.reply))
    },
    /** Deletes expired responses: not every store has a TTL index. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}
