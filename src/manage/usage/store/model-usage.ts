import { createHash } from 'node:crypto'
import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import type { Month } from '../../../ask/rules/month.ts'
import type { Spending } from '../../../ask/rules/spending.ts'
import { isDuplicateKey } from '../../../platform/mongodb/duplicate-key.ts'

/** Usage of one model in a month. */
export interface ModelSpending extends Omit<Spending, 'costMicros'> {
  /** Millionths of a US dollar, of calls with a known price. */
  readonly costMicros: number
  /** Calls without a known price. */
  readonly unpricedCalls: number
}

interface ShardDocument {
  /** `7/2026-11/3`: organization, month, shard. */
  _id: string
  /** By the name of the model as base64url, because document keys may not contain dots. */
  models?: Readonly<Record<string, ModelSpending>>
  /** The latest counted turns, for idempotency. */
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
 * A turn can be counted again only while it runs, so the remembered turns must cover the concurrent turns of an organization:
 * 16 × 250.
 */
const SHARDS = 16
const APPLIED_MAX = 250

/** Sums of model usage by organization and month; accessed by `_id` only. */
export const modelUsageStore = (connection: Connection) => {
  const model = connection.model<ShardDocument>('ModelUsage', schema, 'model_usage')
  return {
    /** Adds the usage of a turn, idempotent per turn. @param month of the question */
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
        // The turn was counted already, or a concurrent turn has created the document.
        if (!isDuplicateKey(error)) throw error
        await model.updateOne(own, change)
      }
    },
    /** Usage of a month by model, sorted by name. */
    async spending({ organizationId }: OrganizationRef, month: Month): Promise<readonly ModelSpending[]> {
      const ids = Array.from({ length: SHARDS }, (_, shard) => idOf(organizationId, month, shard))
      const found = await model.find({ _id: { $in: ids } }, { applied: 0 }).lean()
      const sums = new Map<string, ModelSpending>()
      for (const spent of found.flatMap(({ models = {} }) => Object.values(models)))
        sums.set(spent.model, sumOf(sums.get(spent.model), spent))
      return [...sums.values()].sort((a, b) => (a.model < b.model ? -1 : 1))
    },
    /** Deletes all sums of a removed organization. */
    async remove({ organizationId }: OrganizationRef): Promise<void> {
      await model.deleteMany({ _id: { $gt: `${organizationId}/`, $lt: `${organizationId}0` } })
    },
  }
}

const idOf = (organizationId: number, month: Month, shard: number): string => `${organizationId}/${month}/${shard}`

const shardOf = (turnId: string): number => createHash('sha256').update(turnId).digest().readUInt8() % SHARDS

/** Document keys may not contain dots, which model names do. */
const keyOf = (model: string): string => Buffer.from(model).toString('base64url')

const amountsOf = ({ model, costMicros, ...tokens }: Spending): [string, number][] => {
  const priced = costMicros === null ? { unpricedCalls: tokens.calls, costMicros: 0 } : { unpricedCalls: 0, costMicros }
  return Object.entries({ ...tokens, ...priced }).map(([field, amount]) => [`models.${keyOf(model)}.${field}`, amount])
}

const sumOf = (a: ModelSpending | undefined, b: ModelSpending): ModelSpending =>
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
