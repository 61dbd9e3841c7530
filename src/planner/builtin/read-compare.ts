import type { ColumnRef } from './catalog.ts'
import { columnOf } from './catalog.ts'
import type { Comparator, Condition, Measure } from './ir.ts'
import { lexiconOf } from './lexicon.ts'
import { choiceOf, columnMeasure, countMeasure, mainNumber, senseColumn } from './measures.ts'
import type { MeasureChoice, Reader } from './reader.ts'
import type { AdjectiveSense } from './vocabulary.ts'

interface Bound {
  readonly op: Comparator
  readonly value: number
}

const TIMES: ReadonlyMap<string, number> = new Map([
  ['once', 1],
  ['twice', 2],
  ['thrice', 3],
])

/** "bought twice", "reviewed only once", "sold more than 90 times": how many rows the verb before has. */
const readTimes = (reader: Reader): void => {
  reader.items.forEach((item, index) => {
    const timed = reader.items[index + 1]?.lower === 'times' || reader.items[index + 1]?.lower === 'time'
    const value = item.kind === 'number' && timed ? item.number : (TIMES.get(item.lower) ?? null)
    if (value === null || reader.used[index] === true) return
    const isCompare = (at: number): boolean => reader.cue(at) === 'compare'
    const compare = reader.previous(index - 1, isCompare, (at) => reader.isFiller(at))
    const cue = reader.items[compare]?.cue
    const op: Comparator = cue?.cue === 'compare' ? cue.op : '='
    const start = compare < 0 ? index : compare
    const at = reader.previous(
      start - 1,
      (k) => isEvent(reader, k),
      (k) => reader.isFiller(k) || reader.noun(k) !== null,
    )
    const link = reader.noun(at)
    if (link === null) return
    reader.use(index, ...(timed ? [index + 1] : []), ...(compare < 0 ? [] : [compare]))
    countBound(reader, at, link.table, [{ op, value }])
  })
}

const isEvent = (reader: Reader, at: number): boolean => {
  const link = reader.noun(at)
  if (at === reader.targetAt) return false
  return link?.kind === 'table' || (link?.kind === 'column' && reader.isDate(link.column))
}

/** Reads comparisons with numbers and with averages, and numbers that stand beside a column or a table. */
export const readComparisons = (reader: Reader): void => {
  readTimes(reader)
  reader.items.forEach((item, index) => {
    if (reader.used[index] === true || item.kind !== 'cue') return
    if (item.cue?.cue === 'compare') readComparison(reader, index, item.cue.op, item.cue.sense)
    if (item.cue?.cue === 'between') readBetween(reader, index)
  })
  reader.items.forEach((item, index) => {
    if (reader.used[index] !== true && item.kind === 'number') readBareNumber(reader, index)
  })
}

const UNITS = /^(minutes?|mins?|hours?|hrs?|seconds?|kg|kilos?|km|miles?|meters?|cm|percent|points?)$/

const isUnit = (reader: Reader, index: number): boolean => {
  const item = reader.items[index]
  return (
    reader.cue(index) === 'currency' ||
    (item?.kind === 'bucket' && item.soft) ||
    (item?.kind === 'word' && UNITS.test(item.lower))
  )
}

const numberAfter = (reader: Reader, index: number): number =>
  reader.next(
    index + 1,
    (at) => reader.items[at]?.kind === 'number' && reader.used[at] !== true,
    (at) => reader.isFiller(at) || isUnit(reader, at),
  )

const useSpan = (reader: Reader, from: number, to: number): void => {
  for (let index = from; index <= to; index++) if (reader.isFiller(index) || isUnit(reader, index)) reader.use(index)
}

const skipUnit = (reader: Reader, at: number): number => {
  let end = at
  while (isUnit(reader, end + 1)) end++
  useSpan(reader, at, end)
  return end
}

const readComparison = (reader: Reader, index: number, op: Comparator, sense: AdjectiveSense | null): void => {
  const at = numberAfter(reader, index)
  if (at < 0) {
    readAverage(reader, index, op, sense)
    return
  }
  const value = reader.items[at]?.number
  if (value == null) return
  reader.use(index, at)
  useSpan(reader, index, at)
  attach(reader, index, skipUnit(reader, at), [{ op, value }], sense)
}

const readBetween = (reader: Reader, index: number): void => {
  const first = numberAfter(reader, index)
  const low = reader.items[first]?.number
  if (first < 0 || low == null) return
  const and = skipUnit(reader, first) + 1
  const second = numberAfter(reader, and)
  const high = reader.items[second]?.number
  if (second < 0 || high == null) return
  reader.use(index, first, and, second)
  attach(
    reader,
    index,
    skipUnit(reader, second),
    [
      { op: '>=', value: low },
      { op: '<=', value: high },
    ],
    null,
  )
}

const readBareNumber = (reader: Reader, index: number): void => {
  const value = reader.items[index]?.number
  if (value == null) return
  const end = skipUnit(reader, index)
  const after = reader.items[end + 1]
  const op: Comparator = after?.cue?.cue === 'compare-after' ? after.cue.op : '='
  if (op !== '=') {
    reader.use(index, end + 1)
    attach(reader, index, end + 1, [{ op, value }], null)
    return
  }
  const next = reader.noun(end + 1)
  const before = reader.previous(
    index - 1,
    (at) => reader.noun(at)?.kind === 'column',
    (at) => reader.isFiller(at),
  )
  const numeric = (link: typeof next): boolean => link?.kind === 'column' && reader.isNumber(link.column)
  if (numeric(next) || numeric(reader.noun(before))) {
    reader.use(index)
    attach(reader, index, end, [{ op, value }], null)
  } else if (next?.kind === 'table') readNumberedTable(reader, index, end + 1, value)
  else readRowNumber(reader, index, value)
}

/** "with 3 orders" counts related rows; "show 10 products" limits the list. */
const readNumberedTable = (reader: Reader, index: number, at: number, value: number): void => {
  const link = reader.noun(at)
  if (link?.kind !== 'table') return
  const own = reader.target?.kind === 'table' && reader.target.table === link.table
  reader.use(index)
  if (own) reader.limit = value
  else attach(reader, index, at - 1, [{ op: '=', value }], null)
}

/** "order 1234": the row with that key. */
const readRowNumber = (reader: Reader, index: number, value: number): void => {
  const at = reader.previous(
    index - 1,
    (k) => reader.noun(k)?.kind === 'table',
    (k) => reader.isFiller(k) || reader.cue(k) === 'count',
  )
  const link = reader.noun(at)
  if (link?.kind !== 'table') return
  const [key, more] = reader.table(link.table).primaryKey
  if (key === undefined || more !== undefined) return
  reader.use(index, at)
  for (let k = at; k < index; k++) reader.use(k)
  reader.where.push({ type: 'compare', column: { table: link.table, column: key }, op: '=', value })
}

/** The bounded thing: the noun after the number, else the one before the comparison, else what the table is about. */
const attach = (
  reader: Reader,
  index: number,
  end: number,
  bounds: readonly Bound[],
  sense: AdjectiveSense | null,
): void => {
  const skip = (at: number): boolean => reader.isFiller(at) || reader.cue(at) === 'distinct'
  const after = reader.next(end + 1, (at) => reader.noun(at) !== null, skip)
  const next = reader.noun(after)
  if (next?.kind === 'table' && sense === null) {
    for (let at = end + 1; at <= after; at++) if (skip(at)) reader.use(at)
    countBound(reader, after, next.table, bounds)
    return
  }
  if (next?.kind === 'measure') {
    measureBound(reader, after, bounds)
    return
  }
  if (next?.kind === 'column' && reader.isNumber(next.column) && end + 1 === after) {
    reader.use(after)
    columnBound(reader, next.column, bounds, false)
    return
  }
  const before = reader.previous(
    index - 1,
    (at) => isMeasurable(reader, at),
    (at) =>
      reader.isFiller(at) ||
      ['aggregate', 'relative', 'whether', 'who', 'extreme', 'count'].includes(reader.cue(at) ?? '') ||
      reader.noun(at)?.kind === 'table',
  )
  const previous = reader.noun(before)
  if (previous?.kind === 'measure') {
    measureBound(reader, before, bounds)
    return
  }
  if (previous?.kind === 'column' && sense === null) {
    const average = averageBefore(reader, before)
    reader.use(before)
    columnBound(reader, previous.column, bounds, average)
    return
  }
  attachDefault(reader, index, end, bounds, sense)
}

/** Nothing beside the number says what it bounds: the table's main number, or what was earned. */
const attachDefault = (
  reader: Reader,
  index: number,
  end: number,
  bounds: readonly Bound[],
  sense: AdjectiveSense | null,
): void => {
  const averaged = averagedTable(reader, index)
  if (averaged !== null && sense === null) {
    sumBound(reader, columnMeasure(averaged, 'avg'), bounds)
    return
  }
  const timed = reader.items[end]?.kind === 'bucket' && end > index
  const column = defaultColumn(reader, index, sense ?? (timed ? 'duration' : null))
  const earned = column === null && spans(reader, index, end, 'currency') ? revenueChoice(reader) : null
  if (earned !== null) {
    chosenBound(reader, earned, bounds)
    return
  }
  if (column === null) reader.doubt = 'what the number is compared with'
  else columnBound(reader, column, bounds, false)
}

/** "an average rating above 4", where the ratings are rows with one number. */
const averagedTable = (reader: Reader, index: number): ColumnRef | null => {
  const at = reader.previous(
    index - 1,
    (k) => reader.noun(k)?.kind === 'table',
    (k) => reader.isFiller(k),
  )
  const table = reader.noun(at)?.table
  if (table === undefined || !averageBefore(reader, at)) return null
  reader.use(at)
  return mainNumber(reader.catalog, table)
}

const spans = (reader: Reader, from: number, to: number, cue: string): boolean =>
  reader.items.slice(from, to + 1).some((item) => item.cue?.cue === cue)

/** What the glossary calls revenue, from every table that gives it. */
const revenueChoice = (reader: Reader): MeasureChoice | null => {
  const links = lexiconOf(reader.catalog.knowledge).lookup(['revenue'])
  const options = links.flatMap((link) => (link.kind === 'measure' ? [link.measure] : []))
  return options.length === 0 ? null : { options }
}

/** Among the tables of a measure, one whose rows each belong to one row of the target. */
const chosenBound = (reader: Reader, choice: MeasureChoice, bounds: readonly Bound[]): void => {
  const target = targetTable(reader)
  const fits = (measure: Measure): boolean =>
    target === null || reader.catalog.graph.path(measure.table, target)?.steps.every((step) => step.up) === true
  const measure = choice.options.find(fits) ?? choice.options[0]
  if (measure !== undefined) sumBound(reader, measure, bounds)
}

const isMeasurable = (reader: Reader, at: number): boolean => {
  const link = reader.noun(at)
  return link?.kind === 'measure' || (link?.kind === 'column' && reader.isNumber(link.column))
}

const averageBefore = (reader: Reader, at: number): boolean => {
  const cue = reader.items[at - 1]?.cue
  if (cue?.cue !== 'aggregate' || cue.aggregate !== 'avg') return false
  reader.use(at - 1)
  return true
}

const defaultColumn = (reader: Reader, index: number, sense: AdjectiveSense | null): ColumnRef | null => {
  const at = reader.previous(
    index - 1,
    (k) => reader.noun(k)?.kind === 'table',
    () => true,
  )
  const table = reader.noun(at)?.table ?? (reader.target?.kind === 'table' ? reader.target.table : null)
  if (table === null) return null
  return sense === null ? mainNumber(reader.catalog, table) : senseColumn(reader.catalog, table, sense)
}

const targetTable = (reader: Reader): string | null => (reader.target?.kind === 'table' ? reader.target.table : null)

const countBound = (reader: Reader, at: number, table: string, bounds: readonly Bound[]): void => {
  reader.use(at)
  reader.via.add(table)
  const target = targetTable(reader)
  const grouped = target === null || target === table
  for (const { op, value } of bounds) {
    if (grouped) reader.having.push({ measure: countMeasure(reader.catalog, table), op, value })
    else reader.where.push({ type: 'related', table, where: [], measure: null, op, value })
  }
}

const measureBound = (reader: Reader, at: number, bounds: readonly Bound[]): void => {
  const item = reader.items[at]
  if (item === undefined) return
  reader.use(at)
  chosenBound(reader, choiceOf(item), bounds)
}

const sumBound = (reader: Reader, measure: Measure, bounds: readonly Bound[]): void => {
  const target = targetTable(reader)
  // "orders with a value above": the measure of one row is its column.
  if (target === measure.table && measure.column !== null && measure.times === null) {
    columnBound(reader, { table: measure.table, column: measure.column }, bounds, false)
    return
  }
  for (const { op, value } of bounds) {
    if (target === null) reader.having.push({ measure, op, value })
    else reader.where.push({ type: 'related', table: measure.table, where: [], measure, op, value })
  }
}

/** A bound on a column of the row, or on the average or sum of the rows that belong to it. */
const columnBound = (reader: Reader, column: ColumnRef, bounds: readonly Bound[], average: boolean): void => {
  const target = targetTable(reader)
  const path = target === null ? undefined : reader.catalog.graph.path(target, column.table)
  const behind = target !== null && target !== column.table && path?.steps.some((step) => !step.up) === true
  if (average && (behind || target === null)) {
    sumBound(reader, columnMeasure(column, 'avg'), bounds)
    return
  }
  if (behind && columnOf(reader.catalog, column)?.unit === 'units') {
    sumBound(reader, columnMeasure(column, 'sum'), bounds)
    return
  }
  for (const { op, value } of bounds) reader.where.push({ type: 'compare', column, op, value })
}

/** "above average", "more than the average price". */
const readAverage = (reader: Reader, index: number, op: Comparator, sense: AdjectiveSense | null): void => {
  const isAverage = (at: number): boolean => {
    const item = reader.items[at]
    const cue = item?.cue
    return (
      cue?.cue === 'average-of' ||
      (cue?.cue === 'aggregate' && cue.aggregate === 'avg') ||
      (item?.link?.kind === 'measure' && item.link.measure.aggregate === 'avg')
    )
  }
  const at = reader.next(index + 1, isAverage, (k) => reader.isFiller(k))
  if (at < 0) return
  const average = reader.items[at]?.link
  const after = reader.next(
    at + 1,
    (k) => isMeasurable(reader, k),
    (k) => reader.isFiller(k) || reader.noun(k)?.kind === 'table',
  )
  const before = reader.previous(
    index - 1,
    (k) => isMeasurable(reader, k),
    (k) => reader.isFiller(k) || reader.cue(k) !== null,
  )
  const named = reader.noun(after) ?? reader.noun(before)
  const measured =
    average?.kind === 'measure' && average.measure.column !== null
      ? { table: average.table, column: average.measure.column }
      : null
  const column = measured ?? (named?.kind === 'column' ? named.column : defaultColumn(reader, index, sense))
  if (column === null) {
    reader.doubt = 'which average is meant'
    return
  }
  reader.use(index, at, ...[after, before].filter((k) => k >= 0))
  const condition: Condition = { type: 'average', column, op }
  reader.where.push(condition)
}
