import {
  type Bound,
  chosenBound,
  columnBound,
  countBound,
  measureBound,
  revenueChoice,
  sumBound,
  targetTable,
} from './bound.ts'
import { columnMeasure, mainNumber, senseColumn } from './measures.ts'
import type { ColumnRef, Comparator, Condition } from './query/index.ts'
import type { Reader } from './reader.ts'
import { timeUnitOf } from './scaled-value.ts'
import type { AdjectiveSense } from './vocabulary.ts'

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
    const one = unitAfter(reader, index)
    if (one >= 0) attach(reader, index, one, [{ op, value: 1 }], sense)
    else readAverage(reader, index, op, sense)
    return
  }
  const value = reader.items[at]?.number
  if (value == null) return
  reader.use(index, at)
  useSpan(reader, index, at)
  attach(reader, index, skipUnit(reader, at), [{ op, value }], sense)
}

/** "longer than a week": one of the unit. */
const unitAfter = (reader: Reader, index: number): number => {
  const at = index + 2
  if (!/^(an?|one)$/.test(reader.items[index + 1]?.lower ?? '') || !isUnit(reader, at)) return -1
  reader.use(index, index + 1, at)
  return at
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
  said: readonly Bound[],
  sense: AdjectiveSense | null,
): void => {
  const unit = reader.items.slice(index, end + 1).flatMap(({ lower }) => timeUnitOf(lower) ?? [])[0] ?? null
  const bounds = said.map((bound) => ({ ...bound, unit }))
  const skip = (at: number): boolean => reader.isFiller(at) || reader.cue(at) === 'distinct'
  const after = reader.next(end + 1, (at) => reader.noun(at) !== null, skip)
  const next = reader.noun(after)
  if (next?.kind === 'table' && sense === null) {
    for (let at = end + 1; at <= after; at++) if (skip(at)) reader.use(at)
    countBound(reader, after, deedOn(reader, index, next.table) ?? next.table, bounds)
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

/** "Returned more than 3 items": the returns are counted, when the way to the items would pass them by. */
const deedOn = (reader: Reader, index: number, noun: string): string | null => {
  const { graph } = reader.catalog
  const target = targetTable(reader)
  const at = reader.previous(
    index - 1,
    (k) => isEvent(reader, k),
    (k) => reader.isFiller(k),
  )
  const deed = reader.noun(at)?.table
  if (deed === undefined || target === null || deed === target || deed === noun) return null
  const direct = graph.path(target, noun)?.steps.some((step) => step.to === deed) === true
  if (direct || graph.path(deed, noun)?.steps.every((step) => step.up) !== true) return null
  reader.use(at)
  return deed
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
