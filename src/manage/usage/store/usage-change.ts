import { createHash } from 'node:crypto'
import type { Spending } from '../../../ask/rules/spending.ts'
import type { TokenSums, UsageEntry } from '../rules/usage-sums.ts'

/**
 * A turn can be counted again only while it runs, so the remembered entries must cover the concurrent turns of one caller in one
 * database: 2,000, four times as many as the largest plan allows.
 */
const APPLIED_MAX = 2_000

/** The cell of further callers of a shard that has all its cells. */
const OVERFLOW_CELL = 'left-over'

/** The model name of questions that used no model. */
const NO_MODEL = 'builtin'

/** By which shards remember an entry. */
export const digestOf = ({ id }: Pick<UsageEntry, 'id'>): string =>
  createHash('sha256').update(id).digest('base64url').slice(0, 12)

/** The cell of an entry within its shard: one per caller and database. */
export const cellOf = ({ databaseId, keyId, userId }: UsageEntry): string =>
  createHash('sha256')
    .update(JSON.stringify([databaseId ?? null, keyId ?? null, userId ?? null]))
    .digest('base64url')
    .slice(0, 16)

/** The update that adds entries to the total of their shard and to their cells, and remembers them. */
export const changeOf = (entries: readonly UsageEntry[]) =>
  changeWith(
    entries,
    entries.map((entry) => partsOf(entry, cellOf(entry))),
  )

/** The update that adds an entry to the anonymous cell of its shard. */
export const overflowChangeOf = ({ id, day, counts, spending }: UsageEntry) => {
  const entry = { id, day, counts, spending }
  return changeWith([entry], [partsOf(entry, OVERFLOW_CELL)])
}

/** What an entry contributes, by path in its shard. */
interface EntryParts {
  readonly amounts: readonly PathValue<number>[]
  readonly labels: readonly PathValue<string | number>[]
}

type PathValue<Value> = readonly [path: string, value: Value]

const changeWith = (entries: readonly UsageEntry[], parts: readonly EntryParts[]) => {
  const increments: Record<string, number> = {}
  for (const [path, amount] of parts.flatMap(({ amounts }) => amounts))
    if (amount !== 0) increments[path] = (increments[path] ?? 0) + amount
  const labels = parts.flatMap((part) => part.labels)
  return {
    $inc: increments,
    ...(labels.length === 0 ? {} : { $set: Object.fromEntries(labels) }),
    $push: { applied: { $each: entries.map(digestOf), $slice: -APPLIED_MAX } },
  }
}

const partsOf = ({ counts, spending, databaseId, keyId, userId }: UsageEntry, cell: string): EntryParts => {
  const { questions = 0, failed = 0 } = counts
  const models = [
    ...spending.map((one) => ({ name: one.model, sums: { ...tokensOf(one), questions, failed } })),
    ...(spending.length === 0 && questions > 0 ? [{ name: NO_MODEL, sums: { questions, failed } }] : []),
  ]
  const owner = Object.entries({ databaseId, keyId, userId }).flatMap(([name, value]) =>
    value === undefined ? [] : [[`cells.${cell}.${name}`, value] as const],
  )
  return {
    amounts: [
      ...under('total', counts),
      ...spending.flatMap((one) => under('total', tokensOf(one))),
      ...under(`cells.${cell}`, counts),
      ...models.flatMap(({ name, sums }) => under(`cells.${cell}.models.${keyOf(name)}`, sums)),
    ],
    labels: [...owner, ...models.map(({ name }) => [`cells.${cell}.models.${keyOf(name)}.model`, name] as const)],
  }
}

const under = (path: string, sums: object): readonly PathValue<number>[] =>
  Object.entries(sums).map(([name, amount]) => [`${path}.${name}`, Number(amount)])

const tokensOf = ({ model: _, costMicros, ...tokens }: Spending): TokenSums => ({
  ...tokens,
  costMicros: costMicros ?? 0,
  unpricedCalls: costMicros === null ? tokens.calls : 0,
})

/** Document keys may not contain dots, which model names do. */
const keyOf = (model: string): string => Buffer.from(model).toString('base64url')
