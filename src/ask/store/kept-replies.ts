import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import type { Sealed } from '../../store/sealed.ts'

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

/** An idempotency key is good for a day. */
const KEPT_MS = 24 * 60 * 60_000

/** What requests with an idempotency key were answered, for those that repeat them. */
export const keptReplyStore = (connection: Connection, { sealText, openText }: Sealed) => {
  const model = connection.model<KeptReplyDocument>('KeptReply', schema, 'kept_replies')
  const keyOf = (caller: OrganizationRef, id: string) => `${caller.organizationId}/${id}`
  return {
    /** @param id of the request; what was kept for it before is replaced */
    async put(caller: OrganizationRef, id: string, reply: unknown): Promise<void> {
      const kept = { reply: sealText(JSON.stringify(reply)), expiresAt: new Date(Date.now() + KEPT_MS) }
      await model.updateOne({ _id: keyOf(caller, id) }, { $set: kept }, { upsert: true })
    },
    /** @returns what was kept, as JSON has it; undefined when nothing was, or it is a day ago */
    async find(caller: OrganizationRef, id: string): Promise<unknown> {
      const found = await model.findById(keyOf(caller, id)).lean()
      return found === null || found.expiresAt.getTime() <= Date.now() ? undefined : JSON.parse(openText(found.reply))
    },
    /** Forgets what has expired: not every store does so by itself. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}
