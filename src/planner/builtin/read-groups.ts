import { columnOf } from './catalog.ts'
import { choiceOf, columnMeasure, countMeasure } from './measures.ts'
import type { ColumnRef, Group } from './query/index.ts'
import { targetAt } from './read-head.ts'
import type { Reader } from './reader.ts'

/** The group for a column: keys stand for the row that they point to. */
export const columnGroup = (reader: Reader, column: ColumnRef): Group => {
  const info = columnOf(reader.catalog, column)
  if (info?.kind === 'key' && info.refTable !== null) return { type: 'entity', table: info.refTable }
  if (info?.kind === 'date') return { type: 'time', column, bucket: 'day' }
  return { type: 'column', column }
}

const isPlural = (lower: string): boolean => /[^s]s$/.test(lower)

/** Reads "by country", "per customer", "for each category", "sorted by price": groups and orders. */
export const readGroups = (reader: Reader): void => {
  reader.items.forEach((item, index) => {
    if (reader.used[index] === true) return
    if (item.kind === 'bucket' && !item.soft) readMoreGroups(reader, index)
    const cue = reader.cue(index)
    if (cue === 'order') readOrder(reader, index)
    else if (cue === 'group') {
      if ((reader.pending !== null || (reader.rankedBefore && isMetric(reader, index))) && rankBy(reader, index)) return
      readGroup(reader, index)
    }
  })
}

/** A measure, a number or a count after "by": what a ranking can be measured by. */
const isMetric = (reader: Reader, index: number): boolean => {
  const at = reader.next(
    index + 1,
    (k) => reader.noun(k) !== null,
    (k) => skipToMetric(reader, k),
  )
  const link = reader.noun(at)
  const counted = reader.items.slice(index, at).some(({ cue }) => cue?.cue === 'count')
  return link?.kind === 'measure' || counted || (link?.kind === 'column' && reader.isNumber(link.column))
}

const readGroup = (reader: Reader, index: number): void => {
  const skip = (at: number): boolean =>
    reader.isFiller(at) ||
    reader.cue(at) === 'group' ||
    reader.cue(at) === 'distinct' ||
    (reader.cue(at) === 'count' && reader.noun(at + 1)?.kind === 'column')
  const at = reader.next(index + 1, (k) => isGroupNoun(reader, k), skip)
  const metric = reader.next(
    index + 1,
    (k) => reader.noun(k) !== null,
    (k) => skipToMetric(reader, k),
  )
  if (
    reader.target?.kind === 'table' &&
    reader.noun(metric)?.kind === 'measure' &&
    reader.items[index]?.lower === 'by'
  ) {
    rankBy(reader, index)
    return
  }
  const group = at < 0 ? null : groupAt(reader, at)
  if (group === null || isFilterAgent(reader, index, at)) return
  for (let k = index; k <= at; k++) reader.use(k)
  reader.groups.push(group)
  if (isUnnamed(reader, group)) reader.doubt = 'groups of single rows'
  readMoreGroups(reader, at)
}

/** One group per order or invoice repeats the rows: an average over them was meant, or something else. */
const isUnnamed = (reader: Reader, group: Group): boolean => {
  if (group.type !== 'entity' || reader.aggregate === 'avg') return false
  const table = reader.table(group.table)
  return columnOf(reader.catalog, { table: table.name, column: table.label })?.kind === 'key'
}

/** "by month and channel", "by country and by month": further groups after the first. */
const readMoreGroups = (reader: Reader, at: number): void => {
  const and = at + 1
  const noun = reader.cue(and + 1) === 'group' ? and + 2 : and + 1
  if (!['and', 'group'].includes(reader.cue(and) ?? '') || !isGroupNoun(reader, noun)) return
  const bucket = reader.items[noun]?.bucket
  const more = groupAt(reader, noun)
  if (more !== null) reader.groups.push(more)
  else if (bucket != null) reader.buckets.push(bucket)
  else return
  for (let k = and; k <= noun; k++) reader.use(k)
}

const isGroupNoun = (reader: Reader, at: number): boolean => {
  const link = reader.noun(at)
  const item = reader.items[at]
  return (
    link?.kind === 'table' ||
    link?.kind === 'column' ||
    (item?.kind === 'bucket' && reader.used[at] !== true && item.soft)
  )
}

const groupAt = (reader: Reader, at: number): Group | null => {
  const link = reader.noun(at)
  if (link?.kind === 'table') return { type: 'entity', table: link.table }
  if (link?.kind === 'column') return columnGroup(reader, link.column)
  return null
}

/** "orders by customers from Germany": who did it, not what it is split by. */
const isFilterAgent = (reader: Reader, index: number, at: number): boolean => {
  if (reader.items[index]?.lower !== 'by' || !isPlural(reader.items[at]?.lower ?? '')) return false
  const after = reader.next(
    at + 1,
    (k) =>
      ['value', 'filter'].includes(reader.noun(k)?.kind ?? '') ||
      ['relative', 'who', 'which'].includes(reader.cue(k) ?? ''),
    (k) => reader.isFiller(k),
  )
  if (after < 0) return false
  reader.use(index, at)
  return true
}

const skipToMetric = (reader: Reader, at: number): boolean =>
  reader.isFiller(at) || ['count', 'aggregate', 'distinct', 'extreme', 'direction'].includes(reader.cue(at) ?? '')

/** What a ranking is measured by: the noun after "by" or "sorted by". */
const rankBy = (reader: Reader, index: number): boolean => {
  const at = reader.next(
    index + 1,
    (k) => ['table', 'column', 'measure'].includes(reader.noun(k)?.kind ?? ''),
    (k) => skipToMetric(reader, k),
  )
  const link = reader.noun(at)
  const item = reader.items[at]
  if (link === null || item === undefined || at < 0) return false
  const between = reader.items.slice(index, at)
  const average = between.some(({ cue }) => cue?.cue === 'aggregate' && cue.aggregate === 'avg')
  const said = reader.items.find(({ cue }) => cue?.cue === 'direction')?.cue
  const pending = reader.pending
  const own = link.kind === 'column' && columnOf(reader.catalog, link.column)?.kind === 'text'
  if (own && pending !== null) return false
  const descending =
    pending?.descending ??
    (said?.cue === 'direction' ? said.descending : link.kind !== 'column' || reader.isNumber(link.column))
  for (let k = index; k <= at; k++) reader.use(k)
  if (pending === null) reader.unlimited = true
  reader.pending = null
  if (link.kind === 'measure') reader.rankings.push({ descending, by: { kind: 'measure', choice: choiceOf(item) } })
  else if (link.kind === 'table')
    reader.rankings.push({
      descending,
      by: { kind: 'measure', choice: { options: [countMeasure(reader.catalog, link.table)] } },
    })
  else if (link.kind === 'column') {
    const counted = between.some(({ cue }) => cue?.cue === 'count')
    if (counted)
      reader.rankings.push({
        descending,
        by: { kind: 'measure', choice: { options: [{ ...columnMeasure(link.column, 'count'), distinct: true }] } },
      })
    else
      reader.rankings.push({
        descending,
        by: { kind: 'column', column: link.column, aggregate: average ? 'avg' : 'sum' },
      })
  }
  reader.items.forEach(({ cue }, k) => {
    if (cue?.cue === 'direction') reader.use(k)
  })
  return true
}

const readOrder = (reader: Reader, index: number): void => {
  const target = targetAt(reader, index + 1)
  if (target?.kind === 'bucket') {
    reader.use(index, index + 1)
    return
  }
  rankBy(reader, index)
}
