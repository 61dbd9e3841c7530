import { type Connection, Schema } from 'mongoose'
import type { Caller } from '../domain/access/caller.ts'
import type { QueryRun } from '../domain/ask/outcome.ts'

interface ResultDocument {
  _id: string
  organizationId: number
  conversationId: string
  /** Rows and receipt as JSON text: column names are free text, which document keys are not. */
  json: string
  storedAt: Date
}

const schema = new Schema<ResultDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
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
      turn: { readonly turnId: string; readonly conversationId: string },
      run: QueryRun,
    ): Promise<void> {
      const fields = {
        organizationId: caller.organizationId,
        conversationId: turn.conversationId,
        json: JSON.stringify(run),
        storedAt: new Date(),
      }
      await model.updateOne({ _id: turn.turnId }, { $set: fields }, { upsert: true })
    },
    async result(caller: Caller, turnId: string): Promise<QueryRun | undefined> {
      const found = await model.findById(turnId).lean()
      return found === null || found.organizationId !== caller.organizationId ? undefined : JSON.parse(found.json)
    },
    /** Deletes the results of a conversation. */
    async deleteResults(caller: Caller, conversationId: string): Promise<void> {
      await model.deleteMany({ conversationId, organizationId: caller.organizationId })
    },
  }
}
