import { createHash } from 'node:crypto'
import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import type { Day } from '../../../ask/rules/day.ts'
import type { Spending } from '../../../ask/rules/spending.ts'
import { IN_TIME } from '../../../platform/mongodb/waits.ts'
import { isDuplicateKey } from '../../../store/duplicate-key.ts'

/** What is summed of models; the names are those of what is stored. */
export interface TokenSums {
  readonly inputTokens?: number
  readonly cachedInputTokens?: number
  readonly outputTokens?: number
  readonly calls?: number
  readonly costMicros?: number
  readonly unpricedCalls?: number
}

/** What is summed of questions and runs of indexing; what is absent is none. */
export interface UseSums {
  readonly questions?: number
  readonly failed?: number
  readonly indexingRuns?: number
}

/** Of one model in a cell: its tokens, and the questions that it was asked for. */
export interface ModelSums extends TokenSums, Pick<UseSums, 'questions' | 'failed'> {
  readonly model: string
}

/** Whose it is. What is absent is unknown: a schedule has no key, and what is left over in a full day has nothing. */
export interface UsageCell extends UseSums {
  readonly databaseId?: string
  readonly keyId?: string
  readonly userId?: number
  /** By their names, in letters that may be in a key. */
  readonly models?: Readonly<Record<string, ModelSums>>
}

/** One thing that is counted once: a turn, a call that was cut off, a run of indexing. */
export interface UsageEntry extends Pick<UsageCell, 'databaseId' | 'keyId' | 'userId'> {
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
  /** Digests of the latest entries that were counted: one is counted once. */
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
  /** What its shards had in sum, by their numbers. */
  shards?: Readonly<Record<string, UseSums & TokenSums>>
}

const totalSchema = new Schema<TotalDocument>(
  { _id: { type: String, required: true }, shards: Schema.Types.Mixed },
  { versionKey: false, minimize: false },
)

/**
 * A turn is counted again only while it runs, so what is remembered of those before it must reach as far as turns of one
 * organization can run at once, of one caller in one database: 2,000 of them, four times as many as the largest plan has.
 */
const APPLIED_MAX = 2_000

/**
 * Callers and databases that are told apart in a day, each in a shard of its own: 1,000, of some hundred bytes for each model.
 * What others use is in one cell of the shard, without names.
 */
const SHARDS = 4
const CELLS_MAX = 250
const LEFT_OVER = 'left-over'

/** Of questions that no model was asked for. */
export const NO_MODEL = 'builtin'

/** Days, the first and the last included. */
export interface DayRange {
  readonly from: Day
  readonly to: Day
}

/**
 * What organizations use, summed by day as turns end; read and written by `_id` alone.
 *
 * Shards are what counts: one write to one of them takes an entry in, once. What all its cells have in sum is copied from there
 * into the small document of the day, of which a year is read at a time. Sums only grow, so the larger copy is the later one,
 * whoever writes it when: who dies between both writes makes them again.
 */
export const usageDayStore = (connection: Connection) => {
  const model = connection.model<ShardDocument>('UsageDay', schema, 'usage_days')
  const totals = connection.model<TotalDocument>('UsageTotal', totalSchema, 'usage_totals')
  const daysIn = ({ organizationId }: OrganizationRef, { from, to }: DayRange) =>
    totals
      .find({ _id: { $gte: `${organizationId}/${from}`, $lte: `${organizationId}/${to}` } })
      .sort({ _id: 1 })
      .setOptions(IN_TIME)
      .lean()
      .cursor()
  /** Counts an entry in its shard, unless that has it. @returns what the shard has in sum now, where that is known */
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
    const begun = { ...change, $inc: { ...change.$inc, cellCount: 1 } }
    try {
      await model.updateOne(hasRoom, begun, { upsert: true })
      return undefined
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
    }
    // It was counted, or the day is full, or another entry has begun it in this moment.
    const { matchedCount } = await model.updateOne(hasRoom, begun)
    if (matchedCount === 0) await model.updateOne(own, changeOf({ ...entry, ...NOBODY }, id, LEFT_OVER))
    return undefined
  }
  /** Copies what a shard has in sum to where days are read. */
  const copyTotal = async (total: ShardDocument['total'], day: string, shard: number): Promise<void> => {
    if (total === undefined) return
    const sums = Object.fromEntries(Object.entries(total).map(([name, sum]) => [`shards.${shard}.${name}`, sum]))
    const copy = () => totals.updateOne({ _id: day }, { $max: sums }, { upsert: true })
    // Another one may begin the day in this moment.
    await copy().catch(async (error: unknown) => {
      if (!isDuplicateKey(error)) throw error
      await copy()
    })
  }
  return {
    /** Counts an entry, once, however often it is called. */
    async count({ organizationId }: OrganizationRef, entry: UsageEntry): Promise<void> {
      const day = `${organizationId}/${entry.day}`
      const shard = createHash('sha256').update(cellOf(entry)).digest().readUInt8() % SHARDS
      const _id = `${day}/${shard}`
      const total = (await countIn(_id, entry)) ?? (await model.findById(_id, { total: 1 }).lean())?.total
      await copyTotal(total, day, shard)
    },
    /** Sums by day; a day comes in several parts. */
    async *byDay(
      caller: OrganizationRef,
      range: DayRange,
    ): AsyncGenerator<{ readonly day: Day; readonly sums: UseSums & TokenSums }> {
      for await (const { _id, shards = {} } of daysIn(caller, range))
        for (const sums of Object.values(shards)) yield { day: _id.split('/')[1] ?? '', sums }
    },
    /**
     * Sums by caller, database and model, one after the other. The shards of one day are looked up at a time, by their ids, and
     * those alone that there are: neither the store nor this process holds more of them, however full the days are.
     */
    async *cells(caller: OrganizationRef, range: DayRange): AsyncGenerator<UsageCell> {
      for await (const { _id: day, shards = {} } of daysIn(caller, range)) {
        const ids = Object.keys(shards).map((shard) => `${day}/${shard}`)
        const found = await model
          .find({ _id: { $in: ids } }, { cells: 1 })
          .setOptions(IN_TIME)
          .lean()
        for (const { cells = {} } of found) yield* Object.values(cells)
      }
    },
    /** Forgets all sums of an organization that has left. */
    async remove({ organizationId }: OrganizationRef): Promise<void> {
      const own = { _id: { $gt: `${organizationId}/`, $lt: `${organizationId}0` } }
      await model.deleteMany(own)
      await totals.deleteMany(own)
    },
  }
}

const NOBODY = { databaseId: undefined, keyId: undefined, userId: undefined }

type Owner = { readonly [Name in 'databaseId' | 'keyId' | 'userId']?: UsageEntry[Name] | undefined }

const cellOf = ({ databaseId, keyId, userId }: Owner): string =>
  createHash('sha256')
    .update(JSON.stringify([databaseId ?? null, keyId ?? null, userId ?? null]))
    .digest('base64url')
    .slice(0, 16)

/** What an entry adds to the sums of its day and to those of its cell. */
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

/** Names of models have dots in them. */
const keyOf = (model: string): string => Buffer.from(model).toString('base64url')
