import { LRUCache } from 'lru-cache'
import { type Connection, Schema } from 'mongoose'
import type { Caller } from '../../access/rules/caller.ts'
import { type DocumentOwner, isVisible, ownerOf, visibleTo } from '../../access/rules/visibility.ts'
import { isDuplicateKey } from '../../platform/mongodb/duplicate-key.ts'
import { driverCollection } from '../../store/driver-collection.ts'
import { OWNED_FIELDS } from '../../store/owned-fields.ts'
import type { QueryRun } from '../rules/outcome.ts'

interface ResultDocument extends DocumentOwner {
  _id: string
  conversationId: string
  /** Rows and receipt as JSON text, because column names may be invalid as document keys. */
  json: string
  /** The run of the step that wrote it. */
  writer: number
  storedAt: Date
}

const schema = new Schema<ResultDocument>(
  {
    _id: { type: String, required: true },
    ...OWNED_FIELDS,
    conversationId: { type: String, required: true },
    json: { type: String, required: true },
    writer: { type: Number, required: true },
    storedAt: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ conversationId: 1 })
schema.index({ organizationId: 1 })

const OWN_MAX = 1_000
const OWN_BYTES_MAX = 32 * 1024 * 1024
const OWN_MS = 30_000

export const resultStore = (connection: Connection) => {
  const model = connection.model<ResultDocument>('Result', schema, 'results')
  const written = driverCollection<ResultDocument>(connection, 'results')
  /** What this process has stored in the last seconds: the next steps of a turn mostly run in the same process. */
  const own = new LRUCache<string, ResultDocument>({
    max: OWN_MAX,
    maxSize: OWN_BYTES_MAX,
    ttl: OWN_MS,
    sizeCalculation: ({ json }) => 2 * json.length,
  })
  const ownKey = (turnId: string, writer: number): string => `${turnId} ${writer}`
  return {
    /**
     * Stores the result of a turn. The result of a repaired draft replaces an earlier one; a run of the step that was
     * superseded does not replace the result of its successor.
     *
     * @param writer fencing token of the run, rising with each
     */
    async put(
      caller: Caller,
      turn: { readonly turnId: string; readonly conversationId: string; readonly databaseId: string },
      run: QueryRun,
      writer = Date.now(),
    ): Promise<void> {
      const fields = {
        ...ownerOf(caller, turn.databaseId),
        conversationId: turn.conversationId,
        json: JSON.stringify(run),
        writer,
        storedAt: new Date(),
      }
      const { organizationId } = caller
      const notSuperseded = { _id: turn.turnId, organizationId, writer: { $not: { $gt: writer } } }
      const put = () => written().updateOne(notSuperseded, { $set: fields }, { upsert: true })
      try {
        await put().catch((error: unknown) => {
          // Another run inserted its result concurrently: the second insert has to retry as an update.
          if (!isDuplicateKey(error)) throw error
          return put()
        })
      } catch (error) {
        // The result of a later run does not match, and cannot be inserted again.
        if (isDuplicateKey(error)) return
        throw error
      }
      own.set(ownKey(turn.turnId, writer), { ...fields, _id: turn.turnId })
    },
    /**
     * The result of a turn, if the caller may see it.
     * @param writer the run that stored it: if that was in this process, the store is not read
     */
    async find(caller: Caller, turnId: string, writer?: number): Promise<QueryRun | undefined> {
      const written = writer === undefined ? undefined : own.get(ownKey(turnId, writer))
      const found = written ?? (await model.findOne({ _id: turnId, organizationId: caller.organizationId }).lean())
      return found !== null && isVisible(found, caller) ? JSON.parse(found.json) : undefined
    },
    /** Deletes the results of a conversation. */
    async removeOfConversation(caller: Caller, conversationId: string): Promise<void> {
      for (const [key, kept] of own) if (kept.conversationId === conversationId) own.delete(key)
      await model.deleteMany({ conversationId, ...visibleTo(caller) })
    },
  }
}
