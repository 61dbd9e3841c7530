import { type Connection, Schema } from 'mongoose'
import { type Caller, scopeOf } from '../domain/access/caller.ts'
import { isDuplicateKey } from './duplicate-key.ts'

/** Who runs an identical question right now, so that a second request joins it instead of asking again. */
export interface RunningTurn {
  readonly turnId: string
  readonly conversationId: string
}

interface RunningTurnDocument extends RunningTurn {
  _id: string
  organizationId: number
  scopeId: string
  tenantId?: string
  expiresAt: Date
}

const schema = new Schema<RunningTurnDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    scopeId: { type: String, required: true },
    tenantId: String,
    turnId: { type: String, required: true, index: true },
    conversationId: { type: String, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false },
)

export const runningTurnVerbs = (connection: Connection) => {
  const model = connection.model<RunningTurnDocument>('RunningTurn', schema, 'running_turns')
  const keyOf = (caller: Caller, question: string) => `${caller.organizationId}/${question}`
  return {
    /**
     * Claims a question for a turn, or tells which turn holds it. Exactly one of many simultaneous callers gets its
     * own turn back.
     * @param question a digest of everything that makes two requests identical
     */
    async claimQuestion(caller: Caller, question: string, turn: RunningTurn, untilMs: number): Promise<RunningTurn> {
      const _id = keyOf(caller, question)
      const document = { _id, ...ownerOf(caller), ...turn, expiresAt: new Date(untilMs) }
      for (;;) {
        try {
          await model.create(document)
          return turn
        } catch (error) {
          if (!isDuplicateKey(error)) throw error
        }
        const holder = await model.findById(_id).lean()
        if (holder === null) continue
        if (holder.expiresAt.getTime() > Date.now())
          return { turnId: holder.turnId, conversationId: holder.conversationId }
        await model.deleteOne({ _id, turnId: holder.turnId })
      }
    },
    /** The caller's turn that holds a question, by its id. */
    async runningTurn(caller: Caller, turnId: string): Promise<RunningTurn | undefined> {
      const found = await model.findOne({ ...ownerOf(caller), turnId }).lean()
      return found === null ? undefined : { turnId, conversationId: found.conversationId }
    },
    /** Gives a question free; does nothing when another turn holds it by now. */
    async releaseQuestion(caller: Caller, question: string, turnId: string): Promise<void> {
      await model.deleteOne({ _id: keyOf(caller, question), turnId })
    },
  }
}

const ownerOf = (caller: Caller) => ({
  organizationId: caller.organizationId,
  scopeId: scopeOf(caller),
  ...(caller.tenantId === undefined ? {} : { tenantId: caller.tenantId }),
})
