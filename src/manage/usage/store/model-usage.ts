import { createHash } from 'node:crypto'
import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import type { Month } from '../../../ask/rules/month.ts'
import type { Spending } from '../../../ask/rules/spending.ts'
import { isDuplicateKey } from '../../../store/duplicate-key.ts'

/** What was spent on one model in a month. */
export interface ModelSpent extends Omit<Spending, 'costMicros'> {
  /** Of what has a price: millionths of a US dollar. */
  readonly costMicros: number
  /** Calls that nobody has said a price for. */
  readonly unpricedCalls: number
}

interface ShardDocument {
  /** `7/2026-11/3`: organization, month, shard. */
  _id: string
  /** By the name of the model, in letters that may be in a key. */
  models?: Readonly<Record<string, ModelSpent>>
  /** The latest turns that were counted: one is counted once. */
  applied: string[]
}

const schema = new Schema<ShardDocument>(
  {
    _id: { type: String, required: true },
    models: Schema.Types.Mixed,
    applied: { type: [String], required: true },
  },
  { versionKey: false, minimize: false },
)

/**
 * A turn is counted again only while it runs, so what is remembered of those before it must reach as far as turns of one
 * organization can run at once: 16 × 250 of them.
 */
const SHARDS = 16
const APPLIED_MAX = 250

/** Sums of what models have used, by organization and month; read and written by `_id` alone. */
export const modelUsageStore = (connection: Connection) => {
  const model = connection.model<ShardDocument>('ModelUsage', schema, 'model_usage')
  return {
    /** Counts what a turn has spent, once, however often it is called. @param month in which it was asked */
    async count(
      { organizationId }: OrganizationRef,
      { turnId, month }: { readonly turnId: string; readonly month: Month },
      spending: readonly Spending[],
    ): Promise<void> {
      if (spending.length === 0) return
      const own = { _id: idOf(organizationId, month, shardOf(turnId)), applied: { $ne: turnId } }
      const change = {
        $inc: Object.fromEntries(spending.flatMap(amountsOf)),
        $set: Object.fromEntries(spending.map(({ model: name }) => [`models.${keyOf(name)}.model`, name])),
        $push: { applied: { $each: [turnId], $slice: -APPLIED_MAX } },
      }
      try {
        await model.updateOne(own, change, { upsert: true })
      } catch (error) {
        // It was counted, or another turn has begun the sums of this month in this moment.
        if (!isDuplicateKey(error)) throw error
        await model.updateOne(own, change)
      }
    },
    /** What was spent in a month, by model, in the order of their names. */
    async spending({ organizationId }: OrganizationRef, month: Month): Promise<readonly ModelSpent[]> {
      const ids = Array.from({ length: SHARDS }, (_, shard) => idOf(organizationId, month, shard))
      const found = await model.find({ _id: { $in: ids } }, { applied: 0 }).lean()
      const sums = new Map<string, ModelSpent>()
      for (const spent of found.flatMap(({ models = {} }) => Object.values(models)))
        sums.set(spent.model, sumOf(sums.get(spent.model), spent))
      return [...sums.values()].sort((a, b) => (a.model < b.model ? -1 : 1))
    },
    /** Forgets all sums of an organization that has left. */
    async remove({ organizationId }: OrganizationRef): Promise<void> {
      await model.deleteMany({ _id: { $gt: `${organizationId}/`, $lt: `${organizationId}0` } })
    },
  }
}

const idOf = (organizationId: number, month: Month, shard: number): string => `${organizationId}/${month}/${shard}`

const shardOf = (turnId: string): number => createHash('sha256').update(turnId).digest().readUInt8() % SHARDS

/** Names of models have dots in them. */
const keyOf = (model: string): string => Buffer.from(model).toString('base64url')

const amountsOf = ({ model, costMicros, ...tokens }: Spending): [string, number][] => {
  const priced = costMicros === null ? { unpricedCalls: tokens.calls, costMicros: 0 } : { unpricedCalls: 0, costMicros }
  return Object.entries({ ...tokens, ...priced }).map(([field, amount]) => [`models.${keyOf(model)}.${field}`, amount])
}

const sumOf = (a: ModelSpent | undefined, b: ModelSpent): ModelSpent =>
  a === undefined
    ? b
    : {
        model: a.model,
        inputTokens: a.inputTokens + b.inputTokens,
        cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
        outputTokens: a.outputTokens + b.outputTokens,
        calls: a.calls + b.calls,
        costMicros: a.costMicros + b.costMicros,
        unpricedCalls: a.unpricedCalls + b.unpricedCalls,
      }
