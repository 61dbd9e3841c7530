import { TIME_BUCKETS } from '../../../domain/ask/sql-dialect.ts'
import type { ColumnRef, Group } from '../query/index.ts'
import type { Catalog } from '../schema/index.ts'
import { namesFor, type Owner } from './names.ts'
import { span } from './spans.ts'
import { either, framed, listed, mapped, matched, oneOf, pair, type Syntax } from './syntax.ts'

const label = matched(
  /“[^“”]*”/uy,
  (words): string => words.slice(1, -1),
  (words) => (/[“”]/.test(words) ? null : `“${words}”`),
)

/** Whether some words, all of them, say a thing. */
const isWhole = (syntax: Syntax<Owner>, words: string | null): boolean =>
  words !== null && syntax.read(words, 0).some(([, end]) => end === words.length)

/** What rows are split by: `stadium`, `country`, `month of order date`; a column that is called as a table is its `value of`. */
export const groupFor = (catalog: Catalog, anchor: string): Syntax<Group> => {
  const { row, column } = namesFor(catalog, anchor)
  const isRow = (ref: ColumnRef): boolean => isWhole(row, column.say(ref))
  return either(
    mapped(row)(
      ({ table, by }): Group => ({ type: 'entity', table, ...(by === null ? {} : { by }) }),
      (group) => (group.type === 'entity' ? { table: group.table, by: group.by ?? null } : null),
    ),
    mapped(column)(
      (ref): Group | null => (isRow(ref) ? null : { type: 'column', column: ref }),
      (group) => (group.type === 'column' && !isRow(group.column) ? group.column : null),
    ),
    mapped(framed('value of ', column))(
      (ref): Group => ({ type: 'column', column: ref }),
      (group) => (group.type === 'column' ? group.column : null),
    ),
    mapped(pair(oneOf(TIME_BUCKETS.map((bucket) => [bucket, bucket])), ' of ', column))(
      ([bucket, ref]): Group => ({ type: 'time', column: ref, bucket }),
      (group) => (group.type === 'time' ? [group.bucket, group.column] : null),
    ),
    mapped(pair(framed('period of ', column), ' out of ', listed(pair(label, ' ', span), { least: 2 })))(
      ([ref, periods]): Group => ({
        type: 'periods',
        column: ref,
        periods: periods.map(([name, { from, to }]) => ({ label: name, from, to })),
      }),
      (group) =>
        group.type === 'periods' ? [group.column, group.periods.map((one) => [one.label, one] as const)] : null,
    ),
  )
}
