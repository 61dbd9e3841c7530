import { columnOf } from './catalog.ts'
import { choiceOf, columnMeasure, countMeasure } from './measures.ts'
import type { Reader } from './reader.ts'
import type { Resolved } from './resolve.ts'

const skip = (reader: Reader, at: number): boolean =>
  reader.isFiller(at) ||
  reader.used[at] === true ||
  ['count', 'distinct', 'aggregate'].includes(reader.cue(at) ?? '') ||
  reader.items[at]?.kind === 'bucket' ||
  ['filter', 'value'].includes(reader.noun(at)?.kind ?? '')

/** Reads "average price", "total amount", "revenue": what is to be calculated. */
export const readMeasures = (reader: Reader): void => {
  reader.items.forEach((item, index) => {
    if (item.cue?.cue === 'aggregate' && item.kind === 'cue') readAggregate(reader, index, item.cue.aggregate)
  })
  reader.items.forEach((item, index) => {
    if (reader.used[index] === true || item.kind !== 'link' || item.link?.kind !== 'measure') return
    reader.use(index)
    reader.measures.push(choiceOf(item))
  })
}

type Aggregate = 'sum' | 'avg' | 'min' | 'max'

const aggregateOf = (item: Resolved | undefined): Aggregate | null => {
  if (item?.cue?.cue === 'aggregate') return item.cue.aggregate
  if (item?.cue?.cue !== 'extreme' || !/^(highest|lowest|largest|smallest|biggest)$/.test(item.cue.word))
    return item?.cue?.cue === 'compare' && /^(min|max)$/.test(item.lower)
      ? item.lower === 'min'
        ? 'min'
        : 'max'
      : null
  return item.cue.descending ? 'max' : 'min'
}

/** "lowest, highest and average price": several aggregates of one column. */
export const readAggregateList = (reader: Reader): boolean => {
  const cues = reader.items.flatMap((item, index) => {
    const aggregate = aggregateOf(item)
    return aggregate === null ? [] : [{ index, aggregate }]
  })
  const last = cues.at(-1)
  if (cues.length < 2 || last === undefined) return false
  const first = cues[0]?.index ?? 0
  for (let k = first; k < last.index; k++) {
    if (
      aggregateOf(reader.items[k]) === null &&
      reader.cue(k) !== 'and' &&
      reader.cue(k) !== 'or' &&
      !reader.isFiller(k)
    )
      return false
  }
  const at = reader.next(
    last.index + 1,
    (k) => reader.noun(k)?.kind === 'column',
    (k) => reader.isFiller(k) || reader.noun(k)?.kind === 'table',
  )
  const link = reader.noun(at)
  if (link?.kind !== 'column' || !reader.isNumber(link.column)) return false
  for (let k = first; k <= at; k++) reader.use(k)
  reader.intent = 'aggregate'
  for (const { aggregate } of cues) reader.measures.push({ options: [columnMeasure(link.column, aggregate)] })
  return true
}

const readAggregate = (reader: Reader, index: number, aggregate: 'sum' | 'avg' | 'min' | 'max'): void => {
  const isOperand = (at: number): boolean => {
    const link = reader.noun(at)
    return (
      (link?.kind === 'column' &&
        reader.used[at] !== true &&
        ['number', 'date'].includes(columnOf(reader.catalog, link.column)?.kind ?? '')) ||
      (link?.kind === 'measure' && reader.used[at] !== true)
    )
  }
  const at = reader.next(index + 1, isOperand, (k) => skip(reader, k))
  const link = reader.noun(at)
  const item = reader.items[at]
  if (link === null || item === undefined) return
  if (link.kind === 'measure') {
    reader.use(index, at)
    reader.aggregate ??= aggregate
    reader.measures.push(choiceOf(item))
  } else if (link.kind === 'column') {
    const number = reader.isNumber(link.column)
    if (!number && aggregate !== 'min' && aggregate !== 'max') return
    reader.use(index, at)
    reader.measures.push({ options: [columnMeasure(link.column, aggregate)] })
  }
}

/** "how long … on average", "how much … refunded": the number column that an aggregate elsewhere is about. */
export const readDetachedAggregate = (reader: Reader): void => {
  if (reader.measures.length > 0) return
  const trailing = reader.items.findIndex(
    (item, index) =>
      item.kind === 'cue' &&
      item.cue?.cue === 'aggregate' &&
      (reader.used[index] !== true || reader.aggregate !== null),
  )
  const cue = reader.items[trailing]?.cue
  const aggregate = cue?.cue === 'aggregate' ? cue.aggregate : reader.aggregate
  const wanted = aggregate ?? (reader.intent === 'how-much' ? 'sum' : null)
  if (wanted === null) return
  const at = reader.items.findIndex((_, index) => {
    const link = reader.noun(index)
    return link?.kind === 'column' && reader.isNumber(link.column) && reader.used[index] !== true
  })
  const link = reader.noun(at)
  if (link?.kind !== 'column') return
  reader.use(at)
  if (trailing >= 0) reader.use(trailing)
  reader.aggregate = wanted
  reader.measures.push({ options: [columnMeasure(link.column, wanted)] })
}

/** "number of orders" away from the opening: a count beside or under a group. */
export const readCounts = (reader: Reader): void => {
  reader.items.forEach((item, index) => {
    if (reader.used[index] === true || item.kind !== 'cue' || item.cue?.cue !== 'count') return
    const at = reader.next(
      index + 1,
      (k) => ['table', 'column'].includes(reader.noun(k)?.kind ?? ''),
      (k) => skip(reader, k),
    )
    const link = reader.noun(at)
    if (link?.kind === 'table') {
      reader.use(index, at)
      reader.measures.push({ options: [countMeasure(reader.catalog, link.table)] })
    } else if (link?.kind === 'column') {
      reader.use(index, at)
      reader.measures.push({ options: [{ ...columnMeasure(link.column, 'count'), distinct: true }] })
    }
  })
}
