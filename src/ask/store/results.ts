import { LRUCache } from 'lru-cache'
import { type Connection, Schema } from 'mongoose'
import type { Caller } from '../../access/rules/caller.ts'
import { isVisible, type Owned, ownerOf, visibleTo } from '../../access/rules/visibility.ts'
import { isDuplicateKey } from '../../store/duplicate-key.ts'
import { OWNED_FIELDS } from '../../store/owned-fields.ts'
import type { QueryRun } from '../rules/outcome.ts'

interface ResultDocument extends Owned {
  _id: string
  conversationId: string
  /** Rows and receipt as JSON text: column names are free text, which document keys are not. */
  json: string
  /** Which run of the step wrote it. */
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
  /** What this process has stored in the last seconds: the next steps of a turn mostly run where the first one did. */
  const own = new LRUCache<string, ResultDocument>({
    max: OWN_MAX,
    maxSize: OWN_BYTES_MAX,
    ttl: OWN_MS,
    sizeCalculation: ({ json }) => 2 * json.length,
  })
  const ownKey = (turnId: string, writer: number): string => `${turnId} ${writer}`
  return {
    /**
     * Stores the result of a turn; a repaired draft's result replaces an earlier one, and a run of the step that was
     * thought dead does not replace that of its successor.
     *
     * @param writer the rank of the run, rising with each
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
      const notOvertaken = { _id: turn.turnId, organizationId, writer: { $not: { $gt: writer } } }
      const put = () => model.updateOne(notOvertaken, { $set: fields }, { upsert: true })
      try {
        await put().catch((error: unknown) => {
          // Another run stored its own in this moment, or before: of two first ones the second must try again.
          if (!isDuplicateKey(error)) throw error
          return put()
        })
      } catch (error) {
        // A later run's is no match, and cannot be inserted anew.
        if (isDuplicateKey(error)) return
        throw error
      }
      own.set(ownKey(turn.turnId, writer), { ...fields, _id: turn.turnId })
    },
    /**
     * The result of a turn, where the caller may see it.
     * @param writer the run that has stored it: where that was in this process, nothing is asked
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
