import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import type { QuotaName } from '../../../access/rules/quota.ts'
import { isDuplicateKey } from '../../../platform/mongodb/duplicate-key.ts'

/** An indexing run that was counted. */
interface CountedRun {
  readonly id: string
  readonly at: Date
}

interface QuotaDocument {
  /** `7/2026-11-15`: the organization, and the first day of the period. */
  _id: string
  /** Number of counted indexing runs; absent before the first. */
  indexing?: number
  /** The latest counted runs. */
  runs?: readonly CountedRun[]
  /** Quotas that were reported as nearly used up. */
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

/** A quota in a period, which is identified by its first day. */
interface QuotaInPeriod {
  readonly limit: QuotaName
  readonly period: string
}

/** Number of latest runs that are checked for missing jobs: a job is written within seconds or not at all. */
const RUNS_MAX = 100
const LOST_AFTER_MS = 60_000

/** Quota usage of organizations by period: each change is one conditional write to one document. */
export const quotaStore = (connection: Connection) => {
  const model = connection.model<QuotaDocument>('Quota', schema, 'quotas')
  return {
    /** Number of counted indexing runs; undefined if counting has not started in this period. */
    async countedRuns({ organizationId }: OrganizationRef, period: string): Promise<number | undefined> {
      return (await model.findById(idOf(organizationId, period), { indexing: 1 }).lean())?.indexing
    },
    /** Whether runs were counted in any period. */
    async hasCountedRuns({ organizationId }: OrganizationRef): Promise<boolean> {
      const own = { _id: { $gt: `${organizationId}/`, $lt: `${organizationId}0` }, indexing: { $exists: true } }
      return (await model.exists(own)) !== null
    },
    /** Initializes the counter with the number of existing runs; once, also with concurrent calls. */
    async initializeRuns({ organizationId }: OrganizationRef, period: string, indexing: number): Promise<void> {
      const own = { _id: idOf(organizationId, period), indexing: { $exists: false } }
      await upserted(() => model.updateOne(own, { $set: { indexing } }, { upsert: true }))
    },
    /** Counts a run, idempotent per id, unless the maximum is reached. @returns whether it is counted */
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
    /** Removes a run that could not be started from the count. */
    async releaseRun({ organizationId }: OrganizationRef, id: string): Promise<void> {
      const own = { _id: { $gt: `${organizationId}/`, $lt: `${organizationId}0` }, 'runs.id': id }
      await model.updateOne(own, { $inc: { indexing: -1 }, $pull: { runs: { id } } })
    },
    /** Counted runs whose jobs must exist by now. */
    async settledRuns({ organizationId }: OrganizationRef, period: string): Promise<readonly string[]> {
      const found = await model.findById(idOf(organizationId, period), { runs: 1 }).lean()
      const before = Date.now() - LOST_AFTER_MS
      return (found?.runs ?? []).filter(({ at }) => at.getTime() < before).map(({ id }) => id)
    },
    /** Whether a quota was reported as nearly used up in this period. */
    async isReported({ organizationId }: OrganizationRef, { limit, period }: QuotaInPeriod): Promise<boolean> {
      return (await model.exists({ _id: idOf(organizationId, period), near: limit })) !== null
    },
    /** Marks a quota as reported in this period. @returns whether this call is the first */
    async markReported({ organizationId }: OrganizationRef, { limit, period }: QuotaInPeriod): Promise<boolean> {
      const own = { _id: idOf(organizationId, period), near: { $ne: limit } }
      return await upserted(() => model.updateOne(own, { $push: { near: limit } }, { upsert: true }))
    },
    /** Deletes all quotas of a removed organization. */
    async remove({ organizationId }: OrganizationRef): Promise<void> {
      await model.deleteMany({ _id: { $gt: `${organizationId}/`, $lt: `${organizationId}0` } })
    },
  }
}

const idOf = (organizationId: number, period: string): string => `${organizationId}/${period}`

/**
 * Runs an upsert. An existing document that does not match the filter is not changed.
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
  // A concurrent write has created the document, or it does not match.
  return await once().catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error
    return false
  })
}
