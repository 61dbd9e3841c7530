import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import type { QuotaName } from '../../../access/rules/quota.ts'
import { isDuplicateKey } from '../../../store/duplicate-key.ts'

/** A run that was counted, until it is known to be a job. */
interface CountedRun {
  readonly id: string
  readonly at: Date
}

interface QuotaDocument {
  /** `7/2026-11-15`: the organization, and the first day of the period. */
  _id: string
  /** Runs of indexing that count in it; absent before the first. */
  indexing?: number
  /** The latest of them. */
  runs?: readonly CountedRun[]
  /** Of which quotas it was told that they are nearly used up. */
  near?: readonly QuotaName[]
}

const schema = new Schema<QuotaDocument>(
  {
    _id: { type: String, required: true },
    indexing: Number,
    runs: { type: Schema.Types.Mixed },
    near: { type: Schema.Types.Mixed },
  },
  { versionKey: false },
)

/** A quota in a period, by the period's first day. */
export interface QuotaInPeriod {
  readonly limit: QuotaName
  readonly period: string
}

/** Runs whose jobs were not written are looked for among so many; they begin within seconds or not at all. */
const RUNS_MAX = 100
const LOST_AFTER_MS = 60_000

/** What organizations use of their quotas in a period: each change is one conditional write to one document. */
export const quotaStore = (connection: Connection) => {
  const model = connection.model<QuotaDocument>('Quota', schema, 'quotas')
  return {
    /** What is counted of indexing; undefined where nothing was in this period. */
    async countedRuns({ organizationId }: OrganizationRef, period: string): Promise<number | undefined> {
      return (await model.findById(idOf(organizationId, period), { indexing: 1 }).lean())?.indexing
    },
    /** Whether runs were counted in any period: what is not counted in one belongs to another. */
    async hasCountedRuns({ organizationId }: OrganizationRef): Promise<boolean> {
      const own = { _id: { $gt: `${organizationId}/`, $lt: `${organizationId}0` }, indexing: { $exists: true } }
      return (await model.exists(own)) !== null
    },
    /** Begins to count, from what there is already. Of several at once, one does. */
    async beginRuns({ organizationId }: OrganizationRef, period: string, indexing: number): Promise<void> {
      const own = { _id: idOf(organizationId, period), indexing: { $exists: false } }
      await upserted(() => model.updateOne(own, { $set: { indexing } }, { upsert: true }))
    },
    /**
     * Counts a run, once, unless as many count as may. @returns whether it counts
     */
    async takeRun(
      { organizationId }: OrganizationRef,
      period: string,
      { id, max }: { readonly id: string; readonly max: number },
    ): Promise<boolean> {
      const _id = idOf(organizationId, period)
      const run = { $each: [{ id, at: new Date() }], $slice: -RUNS_MAX }
      const isLeft = { _id, indexing: { $lt: max }, 'runs.id': { $ne: id } }
      const { matchedCount } = await model.updateOne(isLeft, { $inc: { indexing: 1 }, $push: { runs: run } })
      return matchedCount === 1 || (await model.exists({ _id, 'runs.id': id })) !== null
    },
    /** A run that could not be begun counts no more. */
    async giveBackRun({ organizationId }: OrganizationRef, id: string): Promise<void> {
      const own = { _id: { $gt: `${organizationId}/`, $lt: `${organizationId}0` }, 'runs.id': id }
      await model.updateOne(own, { $inc: { indexing: -1 }, $pull: { runs: { id } } })
    },
    /** The runs that count whose jobs should be there by now. */
    async settledRuns({ organizationId }: OrganizationRef, period: string): Promise<readonly string[]> {
      const found = await model.findById(idOf(organizationId, period), { runs: 1 }).lean()
      const before = Date.now() - LOST_AFTER_MS
      return (found?.runs ?? []).filter(({ at }) => at.getTime() < before).map(({ id }) => id)
    },
    /** Whether it was told that a quota is nearly used up in this period. */
    async isNearMarked({ organizationId }: OrganizationRef, { limit, period }: QuotaInPeriod): Promise<boolean> {
      return (await model.exists({ _id: idOf(organizationId, period), near: limit })) !== null
    },
    /** Marks a quota as one that is nearly used up in this period. @returns whether this is the first to say so */
    async markNear({ organizationId }: OrganizationRef, { limit, period }: QuotaInPeriod): Promise<boolean> {
      const own = { _id: idOf(organizationId, period), near: { $ne: limit } }
      return await upserted(() => model.updateOne(own, { $push: { near: limit } }, { upsert: true }))
    },
    /** Forgets all of an organization that has left. */
    async remove({ organizationId }: OrganizationRef): Promise<void> {
      await model.deleteMany({ _id: { $gt: `${organizationId}/`, $lt: `${organizationId}0` } })
    },
  }
}

const idOf = (organizationId: number, period: string): string => `${organizationId}/${period}`

/**
 * Writes to a document that may have to begin. One that is there and does not match stays as it is.
 * @returns whether something was written
 */
const upserted = async (
  write: () => Promise<{ readonly matchedCount: number; readonly upsertedCount: number }>,
): Promise<boolean> => {
  const once = async () => {
    const { matchedCount, upsertedCount } = await write()
    return matchedCount + upsertedCount > 0
  }
  try {
    return await once()
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
  // Another has begun it in this moment, or it does not match.
  return await once().catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error
    return false
  })
}
