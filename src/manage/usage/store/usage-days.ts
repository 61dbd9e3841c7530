import { createHash } from 'node:crypto'
import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import type { Day } from '../../../ask/rules/day.ts'
import { isDuplicateKey } from '../../../platform/mongodb/duplicate-key.ts'
import type { StoreClock } from '../../../platform/mongodb/store-clock.ts'
import { READ_LIMIT } from '../../../platform/mongodb/store-timeouts.ts'
import { batchedCalls } from '../../../platform/values/batched-calls.ts'
import { isLateEntry, mayBeSettled } from '../rules/settled-day.ts'
import type { UsageCell, UsageEntry, UsageSums } from '../rules/usage-sums.ts'
import { cellOf, changeOf, digestOf, overflowChangeOf } from './usage-change.ts'
import { type DayRange, type DayTotals, usageTotalStore } from './usage-totals.ts'

interface ShardDocument {
  /** `7/2026-11-26/3`: organization, day, shard. */
  _id: string
  total?: UsageSums
  cells?: Readonly<Record<string, UsageCell>>
  cellCount?: number
  /** Digests of the latest counted entries, for idempotency. */
  applied: string[]
}

const schema = new Schema<ShardDocument>(
  {
    _id: { type: String, required: true },
    total: Schema.Types.Mixed,
    cells: Schema.Types.Mixed,
    cellCount: Number,
    applied: { type: [String], required: true },
  },
  { versionKey: false, minimize: false },
)

/**
 * Maximum number of separate cells (caller and database) per day: 1,000 in all shards, with about 100 bytes per model. Further
 * usage is added to the anonymous overflow cell of its shard.
 */
const SHARDS = 4
const CELLS_MAX = 250

/** Maximum number of days whose shards are read at once. */
const DAYS_AT_ONCE = 31

/** An entry with its place: the id of its day in `usage_totals`, and the number of its shard. */
interface PlacedEntry {
  readonly entry: UsageEntry
  readonly day: string
  readonly shard: number
}

/**
 * Daily sums of usage, updated when turns end; accessed by `_id` only.
 *
 * Shards are authoritative: an entry is added by one write to one shard, once, and concurrent entries of a shard share a write. A
 * shard is marked in the document of its day (`usage-totals.ts`) before it is created, so that no crash leaves a shard that no
 * reader finds. Totals of days that still change are read from the shards; later the first reader copies them. An entry that is
 * later still copies the total of its shard itself: if the process dies before, the retry does.
 */
export const usageDayStore = (connection: Connection, clock: StoreClock) => {
  const model = connection.model<ShardDocument>('UsageDay', schema, 'usage_days')
  const totals = usageTotalStore(connection)

  /** Adds entries in one write. @returns false unless all have a cell and none was counted */
  const countAtOnce = async (_id: string, entries: readonly UsageEntry[]): Promise<boolean> => {
    const cells = entries.map((entry) => [`cells.${cellOf(entry)}`, { $exists: true }] as const)
    const filter = { _id, applied: { $nin: entries.map(digestOf) }, ...Object.fromEntries(cells) }
    return (await model.updateOne(filter, changeOf(entries))).matchedCount > 0
  }
  /** Adds an entry, once: with a new cell, in a new shard, or to the overflow cell of a full one. */
  const countWithNewCell = async (_id: string, { entry, day, shard }: PlacedEntry): Promise<void> => {
    await totals.mark(day, shard)
    const own = { _id, applied: { $ne: digestOf(entry) } }
    const hasRoom = { ...own, cellCount: { $not: { $gte: CELLS_MAX } } }
    const change = changeOf([entry])
    const changeWithNewCell = { ...change, $inc: { ...change.$inc, cellCount: 1 } }
    try {
      await model.updateOne(hasRoom, changeWithNewCell, { upsert: true })
      return
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
    }
    // The entry was counted already, the shard is full, or a concurrent entry has created the document.
    const { matchedCount } = await model.updateOne(hasRoom, changeWithNewCell)
    if (matchedCount === 0) await model.updateOne(own, overflowChangeOf(entry))
  }
  /** Adds entries of one shard, each once. Entries that cannot be added together are halved until those that need more are alone. */
  const countAll = async (_id: string, entries: readonly PlacedEntry[]): Promise<void> => {
    const [first] = entries
    const all = entries.map(({ entry }) => entry)
    if (first === undefined || (await countAtOnce(_id, all))) return
    if (entries.length === 1) return await countWithNewCell(_id, first)
    const half = Math.ceil(entries.length / 2)
    await countAll(_id, entries.slice(0, half))
    await countAll(_id, entries.slice(half))
  }
  const countInBatches = batchedCalls<PlacedEntry, true>(async (_id, placed) => {
    await countAll(_id, [...new Map(placed.map((one) => [one.entry.id, one])).values()])
    const [{ entry, day, shard }] = placed
    if (isLateEntry(entry.day, await clock.now())) {
      const found = await model.findById(_id, { total: 1 }).setOptions(READ_LIMIT).lean()
      if (found?.total !== undefined) await totals.copy(day, shard, found.total)
    }
    return placed.map(() => true)
  })

  /** Reads the totals of unsettled days from their shards, and settles those that are over. */
  const withCurrentTotals = async (days: readonly DayTotals[]): Promise<readonly DayTotals[]> => {
    const unsettled = days.filter(({ settled }) => settled !== true)
    if (unsettled.length === 0) return days
    const now = await clock.now()
    const found = await model
      .find({ _id: { $in: unsettled.flatMap(shardIdsOf) } }, { total: 1 })
      .setOptions(READ_LIMIT)
      .lean()
    const totalOf = new Map(found.map(({ _id, total }) => [_id, total]))
    const current = days.map((day) => {
      if (day.settled === true) return day
      const shards = Object.entries(day.shards ?? {}).map(([shard, copy]) => [
        shard,
        totalOf.get(`${day._id}/${shard}`) ?? copy,
      ])
      return { ...day, shards: Object.fromEntries(shards) }
    })
    await totals.settle(current.filter(({ _id, settled }) => settled !== true && mayBeSettled(dayIn(_id), now)))
    return current
  }

  return {
    /** Adds an entry, idempotent per id. */
    async count({ organizationId }: OrganizationRef, entry: UsageEntry): Promise<void> {
      const day = `${organizationId}/${entry.day}`
      const shard = createHash('sha256').update(cellOf(entry)).digest().readUInt8() % SHARDS
      await countInBatches(`${day}/${shard}`, { entry, day, shard })
    },
    /** Sums by day, with several parts per day. */
    async *byDay(
      caller: OrganizationRef,
      range: DayRange,
    ): AsyncGenerator<{ readonly day: Day; readonly sums: UsageSums }> {
      const days = await totals.find(caller, range)
      for (let at = 0; at < days.length; at += DAYS_AT_ONCE)
        for (const { _id, shards = {} } of await withCurrentTotals(days.slice(at, at + DAYS_AT_ONCE)))
          for (const sums of Object.values(shards)) yield { day: dayIn(_id), sums }
    },
    /**
     * Streams the sums by caller, database and model. Only the existing shards of one day are read at a time, which limits the
     * memory of store and process.
     */
    async *cells(caller: OrganizationRef, range: DayRange): AsyncGenerator<UsageCell> {
      for await (const day of totals.find(caller, range).cursor()) {
        const found = await model
          .find({ _id: { $in: shardIdsOf(day) } }, { cells: 1 })
          .setOptions(READ_LIMIT)
          .lean()
        for (const { cells = {} } of found) yield* Object.values(cells)
      }
    },
    /** Deletes all sums of a removed organization. */
    async remove(caller: OrganizationRef): Promise<void> {
      const { organizationId } = caller
      await model.deleteMany({ _id: { $gt: `${organizationId}/`, $lt: `${organizationId}0` } })
      await totals.remove(caller)
    },
  }
}

const shardIdsOf = ({ _id, shards = {} }: DayTotals): string[] => Object.keys(shards).map((shard) => `${_id}/${shard}`)

/** The day in the id of its totals. */
const dayIn = (id: string): Day => id.split('/')[1] ?? ''
