import { columnOf } from './catalog.ts'
import { type Link, lexiconOf } from './lexicon.ts'
import type { ColumnRef, Condition } from './query/index.ts'
import { linkCondition } from './read-filters.ts'
import { eventTime } from './read-time.ts'
import type { Reader } from './reader.ts'

/** Reads "never ordered", "without reviews", "not cancelled", "but not in 2025": what must be absent. */
export const readNegations = (reader: Reader): void => {
  reader.items.forEach((_, index) => {
    if (reader.used[index] === true) return
    const cue = reader.cue(index)
    if (cue === 'not' || cue === 'except') readNegation(reader, index)
    if (cue === 'missing') readMissing(reader, index)
  })
}

const ends = (reader: Reader, index: number): boolean => {
  const cue = reader.cue(index)
  return (
    cue === 'but' ||
    cue === 'group' ||
    cue === 'order' ||
    cue === 'and' ||
    (cue === 'not' && reader.used[index] !== true)
  )
}

/** Indexes that the negation covers: up to the end of its clause. */
const coverage = (reader: Reader, index: number): number[] => {
  const covered: number[] = []
  for (let at = index + 1; at < reader.items.length && !ends(reader, at); at++) {
    if (reader.used[at] !== true) covered.push(at)
  }
  return covered
}

const readNegation = (reader: Reader, index: number): void => {
  const covered = coverage(reader, index)
  const first = covered.find(
    (at) => reader.noun(at) !== null || reader.items[at]?.kind === 'window' || reader.cue(at) === 'distinct',
  )
  const link = first === undefined ? null : reader.noun(first)
  const owner = reader.target?.kind === 'table' ? reader.target.table : null
  if (first === undefined) return
  if (link === null && reader.items[first]?.kind === 'window') {
    readAbsentPeriod(reader, index, first)
    return
  }
  if (link?.kind === 'value' || link?.kind === 'filter') readDenied(reader, index, covered, first, link)
  else if (link?.kind === 'column' && (owner === null || owner === link.table))
    readEmpty(reader, index, first, link.column)
  else if (link?.kind === 'table' && link.table === owner) readAbsentOther(reader, index, covered, first)
  else if (link !== null) readAbsentRows(reader, index, covered, link.table)
}

/** "not cancelled", "not shipped yet", "never bought helmets": a condition that must not hold, or rows that must not exist. */
const readDenied = (
  reader: Reader,
  index: number,
  covered: readonly number[],
  first: number,
  link: Extract<Link, { kind: 'value' | 'filter' }>,
): void => {
  const owner = reader.target?.kind === 'table' ? reader.target.table : null
  const opposite = oppositeOf(reader, first, link.table)
  const child = owner === null || opposite !== null ? null : childVerb(reader, first, owner)
  if (child !== null) {
    reader.use(first)
    const rest = covered.filter((at) => at !== first)
    readAbsentRows(reader, index, rest, child)
    return
  }
  const path = reader.catalog.graph.path(owner ?? link.table, link.table, [...reader.via])
  if (owner !== null && path?.steps.some((step) => !step.up) === true) {
    readAbsentRows(reader, index, covered, viaTable(reader, owner, link.table))
    return
  }
  reader.use(index, first)
  reader.where.push(...(opposite === null ? negate(linkCondition(reader, first, link)) : [opposite]))
}

/** "without a phone", "no stock": a column that is empty, false or zero. */
const readEmpty = (reader: Reader, index: number, at: number, column: ColumnRef): void => {
  reader.use(index, at)
  const info = columnOf(reader.catalog, column)
  const zero = info?.kind === 'boolean' || (info?.kind === 'number' && !info.nullable)
  reader.where.push(zero ? { type: 'compare', column, op: '=', value: 0 } : { type: 'null', column, negated: false })
}

/** "not shipped yet", "never returned": a verb of a table that has rows for the owner lacks those rows. */
const childVerb = (reader: Reader, index: number, owner: string): string | null => {
  const item = reader.items[index]
  if (item === undefined || !/ed$|^(sent|paid|sold)$/.test(item.lower)) return null
  const children = reader.catalog.graph
    .stepsFrom(owner)
    .filter((step) => !step.up)
    .map((step) => step.to)
  const link = item.links.find(
    (one) =>
      children.includes(one.table) && (one.kind === 'table' || (one.kind === 'column' && reader.isDate(one.column))),
  )
  return link?.table ?? null
}

/** The glossary's own word for the opposite: "not been paid" is "not paid" or "unpaid". */
const oppositeOf = (reader: Reader, index: number, table: string): Condition | null => {
  const lexicon = lexiconOf(reader.catalog.view)
  const words = (reader.items[index]?.lower ?? '').split(' ')
  const phrases = [
    ['not', ...words],
    ['not', ...words, 'yet'],
    [`un${words.join(' ')}`],
    ['without', ...words],
    ['no', ...words],
  ]
  for (const phrase of phrases) {
    const link = lexicon.lookup(phrase).find((one) => one.kind === 'filter' && one.table === table)
    if (link?.kind === 'filter') return link.condition
  }
  return null
}

/** "products no customer has ordered": the first table after the negation that is not the target's own. */
const readAbsentOther = (reader: Reader, index: number, covered: readonly number[], first: number): void => {
  const other = covered.find(
    (at) => at > first && reader.noun(at)?.kind === 'table' && reader.noun(at)?.table !== reader.noun(first)?.table,
  )
  const link = other === undefined ? null : reader.noun(other)
  if (link === null) return
  reader.use(first)
  readAbsentRows(reader, index, covered, link.table)
}

/** The table nearest to the owner on the way to a value: "customers who did not buy helmets" lack orders. */
const viaTable = (reader: Reader, owner: string, table: string): string => {
  const steps = reader.catalog.graph.path(owner, table, [...reader.via])?.steps ?? []
  return steps[0]?.to ?? table
}

/** No row of `table` may exist for which everything else said in the clause holds. */
const readAbsentRows = (reader: Reader, index: number, covered: readonly number[], table: string): void => {
  reader.via.add(table)
  reader.use(index)
  const where: Condition[] = []
  for (const at of covered) {
    const item = reader.items[at]
    const link = reader.noun(at)
    if (item?.window != null) {
      const column = eventTime(reader, table)
      if (column === null) continue
      where.push({ type: 'range', column, from: item.window.from, to: item.window.to, negated: false })
    } else if (link?.kind === 'value' || link?.kind === 'filter') where.push(linkCondition(reader, at, link))
    else if (link === null && !reader.isFiller(at)) continue
    else if (link?.kind === 'table') reader.via.add(link.table)
    reader.use(at)
  }
  reader.where.push({ type: 'related', table, where, measure: null, op: '=', value: 0 })
}

/** "… but not in 2025": the same rows as before, in another time. */
const readAbsentPeriod = (reader: Reader, index: number, at: number): void => {
  const window = reader.items[at]?.window
  const owner = reader.target?.kind === 'table' ? reader.target.table : null
  const table = reader.mentionedTables().find((name) => name !== owner)
  if (window == null || table === undefined) return
  const column = eventTime(reader, table)
  if (column === null) return
  reader.use(index, at)
  const where: Condition[] = [{ type: 'range', column, from: window.from, to: window.to, negated: false }]
  reader.where.push({ type: 'related', table, where, measure: null, op: '=', value: 0 })
}

const readMissing = (reader: Reader, index: number): void => {
  const isColumn = (at: number): boolean => reader.noun(at)?.kind === 'column'
  const after = reader.next(index + 1, isColumn, (at) => reader.isFiller(at))
  const before = reader.previous(index - 1, isColumn, (at) => reader.isFiller(at))
  const at = after >= 0 ? after : before
  const link = reader.noun(at)
  if (link?.kind !== 'column') return
  reader.use(index, at)
  reader.where.push({ type: 'null', column: link.column, negated: false })
}

const negate = (condition: Condition): Condition[] => {
  switch (condition.type) {
    case 'compare': {
      const inverse = { '=': '<>', '<>': '=', '>': '<=', '<=': '>', '<': '>=', '>=': '<' } as const
      return [{ ...condition, op: inverse[condition.op] }]
    }
    case 'in':
    case 'null':
    case 'like':
    case 'range':
      return [{ ...condition, negated: !condition.negated }]
    default:
      return []
  }
}
