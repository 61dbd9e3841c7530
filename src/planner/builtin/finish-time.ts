import { addMonths, windowWords } from './calendar.ts'
import type { Condition, QueryTree } from './query/index.ts'
import { columnGroup } from './read-groups.ts'
import { eventTime, timeColumn } from './read-time.ts'
import type { Reader } from './reader.ts'

export const periodLabel = (text: string, from: string | null, to: string | null): string => {
  const words = windowWords(from, to)
  if (/^in \d{4}$/.test(words)) return words.slice(3)
  if (from?.endsWith('-01') && to === addMonths(from, 1)) return from.slice(0, 7)
  return text
}

/** Dates that are written down in advance. */
export const AHEAD =
  /due|until|valid|expir|deadline|plan|schedul|appoint|start|end|deliver|arriv|birth|renew|event|book/

export const AHEAD_DOUBT = 'the future, which no row can tell'

export const isAhead = (reader: Reader, from: string | null): boolean => from !== null && from > reader.today

/** Attaches time words: one window filters, several are put beside each other, "per month" groups. */
export const addTime = (reader: Reader, ir: QueryTree): void => {
  const windows = reader.items.flatMap((item, index) => {
    if (item.kind !== 'window' || item.window === null || reader.used[index] === true) return []
    const column = timeColumn(reader, index, ir.anchor)
    reader.use(index)
    if (column !== null && isAhead(reader, item.window.from) && !AHEAD.test(column.column)) reader.doubt = AHEAD_DOUBT
    if (column === null) {
      reader.doubt = `what the time "${item.text}" is about`
      return []
    }
    return [{ column, window: item.window, text: item.text }]
  })
  const byColumn = new Map<string, typeof windows>()
  for (const window of windows) {
    const key = `${window.column.table}.${window.column.column}`
    byColumn.set(key, [...(byColumn.get(key) ?? []), window])
  }
  for (const list of byColumn.values()) {
    const [first] = list
    if (first === undefined) continue
    const ranges = list.map(({ column, window }): Condition => ({ type: 'range', column, ...window, negated: false }))
    if (ranges.length === 1) ir.where.push(...ranges)
    else {
      ir.where.push({ type: 'any', options: ranges })
      if (ir.measures.length > 0)
        ir.groups.push({
          type: 'periods',
          column: first.column,
          periods: list.map(({ text, window }) => ({ label: periodLabel(text, window.from, window.to), ...window })),
        })
    }
  }
  addBuckets(reader, ir)
}

const addBuckets = (reader: Reader, ir: QueryTree): void => {
  const time = eventTime(reader, ir.anchor)
  if (time !== null) for (const bucket of reader.buckets) ir.groups.push({ type: 'time', column: time, bucket })
  reader.items.forEach((item, index) => {
    if (item.kind !== 'bucket' || item.bucket === null || item.soft || reader.used[index] === true) return
    if (ir.measures.length === 0 && reader.intent !== 'list' && reader.intent !== 'none') return
    const column = timeColumn(reader, index, ir.anchor)
    if (column === null) return
    reader.use(index)
    ir.groups.push({ type: 'time', column, bucket: item.bucket })
  })
}

/** True when two values or times are to be put beside each other. */
export const isVersus = (reader: Reader): boolean => {
  const asks = EITHER.test(reader.items[0]?.lower ?? '') && reader.intent !== 'count'
  const windows = reader.items.filter((item) => item.kind === 'window').length
  return (
    reader.items.some((item) => item.kind === 'cue' && item.cue?.cue === 'versus') ||
    (asks && reader.items.some((item) => item.cue?.cue === 'or' || (item.lower === 'than' && windows > 1)))
  )
}

const EITHER = /^(did|do|does|is|are|was|were|which|what|who|have|has)\b/

/** "Germany vs France", "in the store or on the web": one row for each. */
export const addVersus = (reader: Reader, ir: QueryTree): void => {
  if (!isVersus(reader)) return
  for (const condition of reader.where) {
    if (condition.type !== 'in' || condition.negated || condition.values.length < 2) continue
    const group = columnGroup(reader, condition.column)
    if (!ir.groups.some((known) => JSON.stringify(known) === JSON.stringify(group))) ir.groups.push(group)
  }
  reader.items.forEach((item, index) => {
    if (item.cue?.cue === 'versus' || item.lower === 'than') reader.use(index)
  })
}
