import { createHash } from 'node:crypto'
import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import type { Day } from '../../../ask/rules/day.ts'
import type { Spending } from '../../../ask/rules/spending.ts'
import { isDuplicateKey } from '../../../platform/mongodb/duplicate-key.ts'
import { READ_LIMIT } from '../../../platform/mongodb/store-timeouts.ts'

/** Sums of model usage, with the names of the stored fields. */
export interface TokenSums {
  readonly inputTokens?: number
  readonly cachedInputTokens?: number
  readonly outputTokens?: number
  readonly calls?: number
  readonly costMicros?: number
  readonly unpricedCalls?: number
}

/** Sums of questions and indexing runs; absent: 0. */
export interface UseSums {
  readonly questions?: number
  readonly failed?: number
  readonly indexingRuns?: number
}

/** Sums of one model in a cell: its tokens, and the questions that used it. */
interface ModelSums extends TokenSums, Pick<UseSums, 'questions' | 'failed'> {
  readonly model: string
}

/** Sums of one caller and database. Absent owner fields: unknown, for example for schedules; the overflow cell of a day has none. */
export interface UsageCell extends UseSums {
  readonly databaseId?: string
  readonly keyId?: string
  readonly userId?: number
  /** By the name of the model as base64url, because document keys may not contain dots. */
  readonly models?: Readonly<Record<string, ModelSums>>
}

/** A turn, an aborted call or an indexing run, counted once. */
interface UsageEntry extends Pick<UsageCell, 'databaseId' | 'keyId' | 'userId'> {
  readonly id: string
  readonly day: Day
  readonly counts: UseSums
  readonly spending: readonly Spending[]
}

interface ShardDocument {
  /** `7/2026-11-26/3`: organization, day, shard. */
  _id: string
  total?: UseSums & TokenSums
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

interface TotalDocument {
  /** `7/2026-11-26`: organization and day. */
  _id: string
  /** Copies of the totals of the shards, by shard number. */
  shards?: Readonly<Record<string, UseSums & TokenSums>>
}

const totalSchema = new Schema<TotalDocument>(
  { _id: { type: String, required: true }, shards: Schema.Types.Mixed },
  { versionKey: false, minimize: false },
)

/**
 * A turn can be counted again only while it runs, so the remembered entries must cover the concurrent turns of one caller in one
 * database: 2,000, four times as many as the largest plan allows.
 */
const APPLIED_MAX = 2_000

/**
 * Maximum number of separate cells (caller and database) per day: 1,000 in all shards, with about 100 bytes per model. Further
 * usage is added to the anonymous overflow cell of its shard.
 */
const SHARDS = 4
const CELLS_MAX = 250
const OVERFLOW_CELL = 'left-over'

/** The model name of questions that used no model. */
const NO_MODEL = 'builtin'

/** Days, inclusive. */
interface DayRange {
  readonly from: Day
  readonly to: Day
}

/**
 * Daily sums of usage, updated when turns end; accessed by `_id` only.
 *
 * Shards are authoritative: an entry is added by one write to one shard, once. The total of a shard is then copied to the small
 * document of the day, so that a year can be read at once. Sums only grow, so the larger of two copies is the later one, in any
 * order of writes. If a process dies between both writes, the retry repeats them.
 */
export const usageDayStore = (connection: Connection) => {
  const model = connection.model<ShardDocument>('UsageDay', schema, 'usage_days')
  const totals = connection.model<TotalDocument>('UsageTotal', totalSchema, 'usage_totals')
  const daysIn = ({ organizationId }: OrganizationRef, { from, to }: DayRange) =>
    totals
      .find({ _id: { $gte: `${organizationId}/${from}`, $lte: `${organizationId}/${to}` } })
      .sort({ _id: 1 })
      .setOptions(READ_LIMIT)
      .lean()
      .cursor()
  /** Adds an entry to its shard, once. @returns the new total of the shard, if known */
  const countIn = async (_id: string, entry: UsageEntry): Promise<ShardDocument['total']> => {
    const id = createHash('sha256').update(entry.id).digest('base64url').slice(0, 12)
    const own = { _id, applied: { $ne: id } }
    const cell = cellOf(entry)
    const change = changeOf(entry, id, cell)
    const hasCell = { ...own, [`cells.${cell}`]: { $exists: true } }
    const counted = await model
      .findOneAndUpdate(hasCell, change, { projection: { total: 1 }, returnDocument: 'after' })
      .lean()
    if (counted !== null) return counted.total
    const hasRoom = { ...own, cellCount: { $not: { $gte: CELLS_MAX } } }
    const changeWithNewCell = { ...change, $inc: { ...change.$inc, cellCount: 1 } }
    try {
      await model.updateOne(hasRoom, changeWithNewCell, { upsert: true })
      return undefined
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
    }
    // The entry was counted already, the shard is full, or a concurrent entry has created the document.
    const { matchedCount } = await model.updateOne(hasRoom, changeWithNewCell)
    if (matchedCount === 0) await model.updateOne(own, changeOf({ ...entry, ...NO_OWNER }, id, OVERFLOW_CELL))
    return undefined
  }
  /** Copies the total of a shard to the document of the day. */
  const copyTotal = async (total: ShardDocument['total'], day: string, shard: number): Promise<void> => {
    if (total === undefined) return
    const sums = Object.fromEntries(Object.entries(total).map(([name, sum]) => [`shards.${shard}.${name}`, sum]))
    const copy = () => totals.updateOne({ _id: day }, { $max: sums }, { upsert: true })
    // A concurrent write may create the document.
    await copy().catch(async (error: unknown) => {
      if (!isDuplicateKey(error)) throw error
      await copy()
    })
  }
  return {
    /** Adds an entry, idempotent per id. */
    async count({ organizationId }: OrganizationRef, entry: UsageEntry): Promise<void> {
      const day = `${organizationId}/${entry.day}`
      const shard = createHash('sha256').update(cellOf(entry)).digest().readUInt8() % SHARDS
      const _id = `${day}/${shard}`
      const total = (await countIn(_id, entry)) ?? (await model.findById(_id, { total: 1 }).lean())?.total
      await copyTotal(total, day, shard)
    },
    /** Sums by day, with several parts per day. */
    async *byDay(
      caller: OrganizationRef,
      range: DayRange,
    ): AsyncGenerator<{ readonly day: Day; readonly sums: UseSums & TokenSums }> {
      for await (const { _id, shards = {} } of daysIn(caller, range))
        for (const sums of Object.values(shards)) yield { day: _id.split('/')[1] ?? '', sums }
    },
    /**
     * Streams the sums by caller, database and model. Only the existing shards of one day are read at a time, which limits the
     * memory of store and process.
     */
    async *cells(caller: OrganizationRef, range: DayRange): AsyncGenerator<UsageCell> {
      for await (const { _id: day, shards = {} } of daysIn(caller, range)) {
        const ids = Object.keys(shards).map((shard) => `${day}/${shard}`)
        const found = await model
          .find({ _id: { $in: ids } }, { cells: 1 })
          .setOptions(READ_LIMIT)
          .lean()
        for (const { cells = {} } of found) yield* Object.values(cells)
      }
    },
    /** Deletes all sums of a removed organization. */
    async remove({ organizationId }: OrganizationRef): Promise<void> {
      const own = { _id: { $gt: `${organizationId}/`, $lt: `${organizationId}0` } }
      await model.deleteMany(own)
      await totals.deleteMany(own)
    },
  }
}

const NO_OWNER = { databaseId: undefined, keyId: undefined, userId: undefined }

type Owner = { readonly [Name in 'databaseId' | 'keyId' | 'userId']?: UsageEntry[Name] | undefined }

const cellOf = ({ databaseId, keyId, userId }: Owner): string =>
  createHash('sha256')
    .update(JSON.stringify([databaseId ?? null, keyId ?? null, userId ?? null]))
    .digest('base64url')
    .slice(0, 16)

/** The update that adds an entry to the total of its shard and to its cell. */
const changeOf = (entry: Omit<UsageEntry, keyof Owner> & Owner, id: string, cell: string) => {
  const { counts, spending, databaseId, keyId, userId } = entry
  const { questions = 0, failed = 0 } = counts
  const models = [
    ...spending.map((one) => ({ name: one.model, sums: { ...tokensOf(one), questions, failed } })),
    ...(spending.length === 0 && questions > 0 ? [{ name: NO_MODEL, sums: { questions, failed } }] : []),
  ]
  const amounts = [
    ...under('total', counts),
    ...spending.flatMap((one) => under('total', tokensOf(one))),
    ...under(`cells.${cell}`, counts),
    ...models.flatMap(({ name, sums }) => under(`cells.${cell}.models.${keyOf(name)}`, sums)),
  ]
  const increments: Record<string, number> = {}
  for (const [path, amount] of amounts) if (amount !== 0) increments[path] = (increments[path] ?? 0) + amount
  const owner = Object.entries({ databaseId, keyId, userId }).filter(([, value]) => value !== undefined)
  const labels = [
    ...owner.map(([name, value]) => [`cells.${cell}.${name}`, value] as const),
    ...models.map(({ name }) => [`cells.${cell}.models.${keyOf(name)}.model`, name] as const),
  ]
  return {
    $inc: increments,
    ...(labels.length === 0 ? {} : { $set: Object.fromEntries(labels) }),
    $push: { applied: { $each: [id], $slice: -APPLIED_MAX } },
  }
}

const under = (path: string, sums: object): readonly (readonly [string, number])[] =>
  Object.entries(sums).map(([name, amount]) => [`${path}.${name}`, Number(amount)])

const tokensOf = ({ model: _, costMicros, ...tokens }: Spending): TokenSums => ({
  ...tokens,
  costMicros: costMicros ?? 0,
  unpricedCalls: costMicros === null ? tokens.calls : 0,
})

/** Document keys may not contain dots, which model names do. */
const keyOf = (model: string): string => Buffer.from(model).toString('base64url')
