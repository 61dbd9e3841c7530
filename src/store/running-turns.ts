import { type Connection, Schema } from 'mongoose'
import type { Caller } from '../domain/access/caller.ts'
import { isDuplicateKey } from './duplicate-key.ts'
import { type Owned, ownerOf } from './ownership.ts'

/** Who runs an identical question right now, so that a second request joins it instead of asking again. */
export interface RunningTurn {
  readonly turnId: string
  readonly conversationId: string
}

/** Who holds a question, and whether this call made it so. */
export interface Claim {
  readonly holder: RunningTurn
  readonly isNew: boolean
}

interface RunningTurnDocument extends RunningTurn, Owned {
  _id: string
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
     * Claims a question for a turn, or tells which turn holds it. Exactly one of many simultaneous callers gets the
     * claim.
     * @param question a digest of everything that makes two requests identical
     */
    async claimQuestion(
      caller: Caller,
      question: string,
      { turnId, conversationId }: RunningTurn,
      untilMs: number,
    ): Promise<Claim> {
      const _id = keyOf(caller, question)
      const turn = { turnId, conversationId }
      const document = { _id, ...ownerOf(caller), ...turn, expiresAt: new Date(untilMs) }
      for (;;) {
        try {
          await model.create(document)
          return { holder: turn, isNew: true }
        } catch (error) {
          if (!isDuplicateKey(error)) throw error
        }
        const found = await model.findById(_id).lean()
        if (found === null) continue
        const holder = { turnId: found.turnId, conversationId: found.conversationId }
        if (found.expiresAt.getTime() > Date.now()) return { holder, isNew: false }
        await model.deleteOne({ _id, turnId: holder.turnId })
      }
    },
    /** Keeps a claim for as long as its turn may run. */
    async keepQuestion(caller: Caller, question: string, turnId: string, untilMs: number): Promise<void> {
      await model.updateOne({ _id: keyOf(caller, question), turnId }, { $set: { expiresAt: new Date(untilMs) } })
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
