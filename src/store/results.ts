import { type Connection, Schema } from 'mongoose'
import type { Caller } from '../domain/access/caller.ts'
import { isVisible, type Owned, ownerOf, visibleTo } from '../domain/access/visibility.ts'
import type { QueryRun } from '../domain/ask/outcome.ts'
import { OWNED_FIELDS } from './owned-fields.ts'

interface ResultDocument extends Owned {
  _id: string
  conversationId: string
  /** Rows and receipt as JSON text: column names are free text, which document keys are not. */
  json: string
  storedAt: Date
}

const schema = new Schema<ResultDocument>(
  {
    _id: { type: String, required: true },
    ...OWNED_FIELDS,
    conversationId: { type: String, required: true },
    json: { type: String, required: true },
    storedAt: { type: Date, required: true },
  },
  { versionKey: false },
)

export const resultVerbs = (connection: Connection) => {
  const model = connection.model<ResultDocument>('Result', schema, 'results')
  return {
    /** Stores the result of a turn; a repaired draft's result replaces an earlier one. */
    async putResult(
      caller: Caller,
      turn: { readonly turnId: string; readonly conversationId: string; readonly databaseId: string },
      run: QueryRun,
    ): Promise<void> {
      const fields = {
        ...ownerOf(caller, turn.databaseId),
        conversationId: turn.conversationId,
        json: JSON.stringify(run),
        storedAt: new Date(),
      }
      await model.updateOne({ _id: turn.turnId }, { $set: fields }, { upsert: true })
    },
    /** The result of a turn, where the caller may see it. */
    async result(caller: Caller, turnId: string): Promise<QueryRun | undefined> {
      const found = await model.findById(turnId).lean()
      return found !== null && isVisible(found, caller) ? JSON.parse(found.json) : undefined
    },
    /** Deletes the results of a conversation. */
    async deleteResults(caller: Caller, conversationId: string): Promise<void> {
      await model.deleteMany({ conversationId, ...visibleTo(caller) })
    },
  }
}
