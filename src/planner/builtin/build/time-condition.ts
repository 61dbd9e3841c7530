import { isTextType } from '../../../ask/rules/column-type.ts'
import type { ColumnRef, Condition, Group } from '../query/index.ts'
import type { Part, StatedWindow } from '../read/index.ts'
import { addMonths, type Window, windowWords } from '../words/index.ts'
import type { UnattachedCondition } from './conditions.ts'
import { eventTable, eventTime } from './event-time.ts'
import { nearTables } from './near-tables.ts'
import { isMarked } from './pieces.ts'
import { choose, infoOf, nounsOf, type Reading, tableInfo, tablesNamedBefore } from './reading.ts'
import { senseMeasure } from './sense-measure.ts'

type TimePart = Extract<Part, { kind: 'time' }>

const isYear = (window: Window): boolean =>
  (window.from === null || window.from.endsWith('-01-01')) && (window.to === null || window.to.endsWith('-01-01'))

/** A column that holds years. */
const yearColumn = (reading: Reading, table: string): ColumnRef | null => {
  const columns = [...(tableInfo(reading, table)?.columns.values() ?? [])]
  const found =
    columns.find(({ words, kind }) => words.at(-1) === 'year' && kind !== 'date' && kind !== 'key') ??
    columns.find(({ words, kind }) => words.includes('year') && kind !== 'date' && kind !== 'key')
  return found === undefined ? null : { table, column: found.name }
}

const yearCondition = (
  reading: Reading,
  column: ColumnRef,
  windows: readonly Window[],
  both: boolean,
): readonly Condition[] => {
  const isText = isTextType(infoOf(reading, column)?.type ?? '')
  const yearOf = (day: string): number | string => (isText ? day.slice(0, 4) : Number(day.slice(0, 4)))
  const single = windows.flatMap(({ from, to }) =>
    from !== null && to !== null && Number(to.slice(0, 4)) - Number(from.slice(0, 4)) === 1 ? [yearOf(from)] : [],
  )
  if (single.length === windows.length && windows.length > 1)
    return both
      ? single.map((value) => ({ type: 'compare', column, op: '=', value }))
      : [{ type: 'in', column, values: single, negated: false }]
  const [window] = windows
  if (window === undefined || windows.length > 1) return []
  const [only] = single
  if (only !== undefined) return [{ type: 'compare', column, op: '=', value: only }]
  return [
    ...(window.from === null ? [] : [{ type: 'compare', column, op: '>=', value: yearOf(window.from) } as const]),
    ...(window.to === null ? [] : [{ type: 'compare', column, op: '<', value: yearOf(window.to) } as const]),
  ]
}

/** The date column named for a time condition: before it, or by its verb. */
const namedDate = (reading: Reading, part: TimePart): ColumnRef | null => {
  const before = reading.parts[reading.parts.indexOf(part) - 1]
  const named = before?.kind === 'noun' && before.noun.kind === 'column' ? before.noun.options : []
  const verbs = reading.parts.flatMap((one) => (one.kind === 'done' ? one.options : []))
  // "Last year but not this year": the same verb applies to both.
  const earlier = reading.parts.flatMap((one) =>
    one.kind === 'time' && one.at < part.at && one.column !== null ? [one.column] : [],
  )
  for (const options of [part.column ?? [], named, verbs, ...earlier]) {
    const dates = options.filter(({ column }) => infoOf(reading, column)?.kind === 'date')
    const found = choose(reading, dates, [...nearTables(reading, part), ...measured(reading)])
    if (found === null) continue
    return found.chosen.column
  }
  return null
}

/** Tables that are measured or ranked by. */
const measured = (reading: Reading): readonly string[] => [
  ...reading.parts.flatMap((part) => {
    if (part.kind !== 'rank') return []
    if (part.by.kind === 'sense') return senseMeasure(reading, part.by.sense)?.table ?? []
    return part.by.kind === 'open' && part.by.isBest ? (senseMeasure(reading, 'sold')?.table ?? []) : []
  }),
  ...(isMarked(reading, 'long') ? [] : reading.parts).flatMap((part) =>
    nounsOf(part).flatMap((noun) => (noun.kind === 'measure' ? noun.measures.map(({ table }) => table) : [])),
  ),
]

export const timeProto = (reading: Reading, part: TimePart): UnattachedCondition | null => {
  const stated = namedDate(reading, part)
  // "Who have not bought anything this year": the negation includes the time.
  const isDenied = reading.parts.some((one) => one.kind === 'done' && one.negated && one.at < part.at)
  const own = isDenied && part.column === null ? { ...part, negated: true } : part
  if (stated !== null) return dated(own, stated, 1)
  if (part.column !== null) return null
  const years = part.windows.every(isYear)
  const spoken = [...measured(reading).slice(0, 1), reading.subject, ...reading.tableMentions.map(({ table }) => table)]
  const tables = [...new Set([...spoken.filter((one) => one !== null), ...namedTables(reading)])]
  for (const table of new Set([...tablesNamedBefore(reading, part.at), ...tables])) {
    const year = years ? yearColumn(reading, table) : null
    if (year === null) continue
    const conditions = yearCondition(reading, year, part.windows, part.both)
    if (conditions.length > 0) return { part, conditions, table, negated: part.negated, weight: 0.95, tied: false }
  }
  const table =
    eventTable(
      reading.catalog,
      spoken.filter((one) => one !== null),
    ) ?? eventTable(reading.catalog, tables)
  const column = table === null ? null : eventTime(reading.catalog, table)
  if (column !== null) return dated(part, column, 0.9)
  const [held] = reading.parts.flatMap((one) => (one.kind === 'value' ? (one.values[0] ?? []).slice(0, 1) : []))
  const time = held === undefined ? null : eventTime(reading.catalog, held.column.table)
  return time === null ? null : dated(part, time, 0.8)
}

/** Tables of named columns, if no table is named, or none with a date. */
const namedTables = (reading: Reading): readonly string[] =>
  reading.parts.flatMap((part) =>
    nounsOf(part).flatMap((noun) =>
      noun.kind === 'column' ? noun.options.slice(0, 1).map(({ column }) => column.table) : [],
    ),
  )

const rangeOf =
  (column: ColumnRef) =>
  ({ from, to }: Window): Condition => ({ type: 'range', column, from, to, negated: false })

/** Conditions for a period, or for any of several. */
export const rangesOf = (column: ColumnRef, windows: readonly Window[]): Condition[] => {
  const ranges = windows.map(rangeOf(column))
  return ranges.length > 1 ? [{ type: 'any', options: ranges }] : ranges
}

const dated = (part: TimePart, column: ColumnRef, weight: number): UnattachedCondition => {
  const conditions = part.both ? part.windows.map(rangeOf(column)) : rangesOf(column, part.windows)
  return { part, conditions, table: column.table, negated: part.negated, weight, tied: false }
}

/** Compared periods: one group for each. */
export const periodsOf = (protos: readonly UnattachedCondition[], isVersus: boolean): Group[] =>
  protos.flatMap(({ part, conditions }): Group[] => {
    if (part.kind !== 'time' || part.windows.length < 2 || !(part.apart || isVersus)) return []
    const [any] = conditions
    const range = any?.type === 'any' ? any.options[0] : undefined
    if (range?.type !== 'range') return []
    return [{ type: 'periods', column: range.column, periods: part.windows.map(periodOf) }]
  })

/** One of several periods, with its label. */
export const periodOf = ({ text, from, to }: StatedWindow) => ({ label: periodWords(text, from, to), from, to })

/** The label of a period among others: its year or month, or else its words. */
const periodWords = (text: string, from: string | null, to: string | null): string => {
  const words = windowWords(from, to)
  if (/^in \d{4}$/.test(words)) return words.slice(3)
  if (from?.endsWith('-01') && to === addMonths(from, 1)) return from.slice(0, 7)
  return text
}
