import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import type { Day } from '../../../ask/rules/day.ts'
import { isDuplicateKey } from '../../../platform/mongodb/duplicate-key.ts'
import { READ_LIMIT, UNJOURNALED } from '../../../platform/mongodb/store-timeouts.ts'
import type { UsageSums } from '../rules/usage-sums.ts'

/** The totals of a day. */
export interface DayTotals {
  /** `7/2026-11-26`: organization and day. */
  readonly _id: string
  /** By the number of each shard that the day may have: copies of its total, complete only if `settled`. */
  readonly shards?: Readonly<Record<string, UsageSums>>
  /** Whether the totals of all shards were copied after the last expected entry. */
  readonly settled?: true
}

const schema = new Schema<DayTotals>(
  { _id: { type: String, required: true }, shards: Schema.Types.Mixed, settled: Boolean },
  { versionKey: false, minimize: false },
)

/** Days, inclusive. */
export interface DayRange {
  readonly from: Day
  readonly to: Day
}

/**
 * A small document per day, so that a year can be read at once: which shards the day has and, when it is over, copies of their
 * totals. Sums only grow, so the larger of two copies is the later one, in any order of writes.
 */
export const usageTotalStore = (connection: Connection) => {
  const model = connection.model<DayTotals>('UsageTotal', schema, 'usage_totals')
  const copy = async (_id: string, shard: number, total: UsageSums): Promise<void> => {
    const write = () => model.updateOne({ _id }, { $max: maximaOf({ [shard]: total }) }, { upsert: true })
    // A concurrent write may create the document.
    await write().catch(async (error: unknown) => {
      if (!isDuplicateKey(error)) throw error
      await write()
    })
  }
  return {
    /** Marks that a day may have a shard. */
    mark: (day: string, shard: number): Promise<void> => copy(day, shard, { questions: 0 }),
    /** Copies the total of a shard. */
    copy,
    /** The days of a range, in order. */
    find: ({ organizationId }: OrganizationRef, { from, to }: DayRange) =>
      model
        .find({ _id: { $gte: `${organizationId}/${from}`, $lte: `${organizationId}/${to}` } })
        .sort({ _id: 1 })
        .setOptions(READ_LIMIT)
        .lean(),
    /** Stores the totals of days that are over. A write that a crash of the store loses is repeated by the next reader. */
    async settle(days: readonly Pick<DayTotals, '_id' | 'shards'>[]): Promise<void> {
      if (days.length === 0) return
      const updates = days.map(({ _id, shards = {} }) => {
        const maxima = maximaOf(shards)
        const copies = Object.keys(maxima).length === 0 ? {} : { $max: maxima }
        return { updateOne: { filter: { _id }, update: { ...copies, $set: { settled: true } } } }
      })
      await model.bulkWrite(updates, { writeConcern: UNJOURNALED })
    },
    /** Deletes the totals of a removed organization. */
    async remove({ organizationId }: OrganizationRef): Promise<void> {
      await model.deleteMany({ _id: { $gt: `${organizationId}/`, $lt: `${organizationId}0` } })
    },
  }
}

const maximaOf = (shards: Readonly<Record<string, UsageSums>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(shards).flatMap(([shard, sums]) =>
      Object.entries(sums).map(([name, sum]) => [`shards.${shard}.${name}`, sum]),
    ),
  )
