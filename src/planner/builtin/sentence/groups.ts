import { TIME_BUCKETS } from '../../../ask/rules/sql-dialect.ts'
import type { ColumnRef, Group } from '../query/index.ts'
import type { Catalog } from '../schema/index.ts'
import { namesFor } from './names.ts'
import { span } from './spans.ts'
import { either, framed, listed, mapped, oneOf, pair, type Syntax } from './syntax.ts'
import { quotedText } from './values.ts'

/** Whether all of the words denote one thing. */
const isWhole = (syntax: Pick<Syntax<unknown>, 'read'>, words: string | null): boolean =>
  words !== null && syntax.read(words, 0).some(([, end]) => end === words.length)

/** Group names: `stadium`, `country`, `month`, `month of due date`; a column with the name of a table is `value of` it. */
export const groupFor = (catalog: Catalog, anchor: string): Syntax<Group> => {
  const { row, column } = namesFor(catalog, anchor)
  const isRow = (ref: ColumnRef): boolean => isWhole(row, column.say(ref))
  const time = catalog.tables.get(anchor)?.time ?? null
  // The event time needs no name, unless something else is named "month".
  const buckets = TIME_BUCKETS.filter((bucket) => ![row, column].some((names) => isWhole(names, bucket)))
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
    mapped(oneOf(buckets.map((bucket) => [bucket, bucket])))(
      (bucket): Group | null =>
        time === null ? null : { type: 'time', column: { table: anchor, column: time }, bucket },
      (group) =>
        group.type === 'time' && group.column.table === anchor && group.column.column === time ? group.bucket : null,
    ),
    mapped(pair(oneOf(TIME_BUCKETS.map((bucket) => [bucket, bucket])), ' of ', column))(
      ([bucket, ref]): Group => ({ type: 'time', column: ref, bucket }),
      (group) => (group.type === 'time' ? [group.bucket, group.column] : null),
    ),
    mapped(
      pair(
        either(oneOf(time === null ? [] : [['period', { table: anchor, column: time }]]), framed('period of ', column)),
        ' (',
        framed('', listed(pair(quotedText, ' ', span), { least: 2 }), ')'),
      ),
    )(
      ([ref, periods]): Group => ({
        type: 'periods',
        column: ref,
        periods: periods.map(([label, { from, to }]) => ({ label, from, to })),
      }),
      (group) =>
        group.type === 'periods' ? [group.column, group.periods.map((one) => [one.label, one] as const)] : null,
    ),
  )
}
