import { columnsOf, sameColumn } from './edit-conditions.ts'
import { listColumns, namedColumn } from './list-columns.ts'
import { countMeasure } from './measures.ts'
import { type Condition, conditionTables, type QueryTree, tablesOf } from './query/index.ts'
import { eventTime } from './read-time.ts'
import type { Reader } from './reader.ts'

const PRONOUN = /\b(them|those|these|they)\b/

export const pointsBack = (reader: Reader): boolean => PRONOUN.test(reader.items.map(({ lower }) => lower).join(' '))

/** "How many of them ordered this year?": those of the same rows that have others. */
export const editRelated = (reader: Reader, ir: QueryTree): boolean => {
  if (!pointsBack(reader)) return false
  const at = reader.items.findIndex((_, index) => {
    const link = reader.noun(index)
    if (link === null || reader.used[index] === true || (link.kind !== 'table' && link.kind !== 'column')) return false
    return reader.catalog.graph.path(ir.anchor, link.table)?.steps.some((step) => !step.up) === true
  })
  const link = reader.noun(at)
  if (link === null) return false
  reader.use(at)
  const column = eventTime(reader, link.table)
  const where = reader.items.flatMap((item, index): Condition[] => {
    if (item.window === null || column === null) return []
    reader.use(index)
    return [{ type: 'range', column, ...item.window, negated: false }]
  })
  ir.where.push({ type: 'related', table: link.table, where, measure: null, op: '>=', value: 1 })
  return true
}

/** "Which carrier took most of them?": the same rows, counted for each of another table's. */
export const editMostOf = (reader: Reader, ir: QueryTree): boolean => {
  const text = reader.items.map(({ lower }) => lower).join(' ')
  const { target } = reader
  if (!/\b(most|fewest|least) of (them|those|these)\b/.test(text) || target === null || reader.targetAt < 0)
    return false
  const [measure] = ir.measures
  ir.measures = [measure ?? countMeasure(reader.catalog, ir.anchor)]
  ir.columns = []
  ir.groups =
    target.kind === 'table'
      ? [{ type: 'entity', table: target.table }]
      : target.kind === 'column'
        ? [{ type: 'column', column: target.column }]
        : []
  ir.order = [{ by: 'measure', descending: /\bmost\b/.test(text) }]
  ir.limit = reader.limit ?? 1
  reader.use(reader.targetAt)
  reader.items.forEach((item, index) => {
    if (item.cue?.cue === 'extreme') reader.use(index)
  })
  return true
}

/** "And invoices?": the same question about other rows. */
export const editEntity = (reader: Reader, ir: QueryTree): boolean => {
  const { target } = reader
  if (
    target?.kind !== 'table' ||
    reader.targetAt < 0 ||
    target.table === ir.anchor ||
    reader.used[reader.targetAt] === true
  )
    return false
  const [measure] = ir.measures
  reader.use(reader.targetAt)
  const above = reader.catalog.graph.path(ir.anchor, target.table)?.steps.every((step) => step.up) === true
  if (above && reader.where.length > 0) return false
  if (tablesOf(ir).includes(target.table) || ir.groups.length > 0) return false
  const time = eventTime(reader, target.table)
  const moved = ir.where.flatMap((condition): Condition[] => {
    if (condition.type === 'range') return time === null ? [] : [{ ...condition, column: time }]
    const reachable = conditionTables(condition).every(
      (table) =>
        table !== ir.anchor && reader.catalog.graph.path(target.table, table)?.steps.every((step) => step.up) === true,
    )
    return reachable ? [condition] : []
  })
  ir.anchor = target.table
  ir.where = moved
  ir.order = []
  if (measure !== undefined) ir.measures = [countMeasure(reader.catalog, target.table)]
  else ir.columns = listColumns(reader.catalog, target.table, [])
  return true
}

/** "How many are there?" and "who are they?": a list becomes a number, and a number its list. */
export const editShape = (reader: Reader, ir: QueryTree): boolean => {
  const counted = reader.items.some((item) => item.cue?.cue === 'count' || item.lower === 'how many')
  const listed =
    ['list', 'who', 'which'].includes(reader.intent) &&
    LIST_AGAIN.test(reader.items.map(({ lower }) => lower).join(' '))
  const [measure] = ir.measures
  if (
    counted &&
    measure !== undefined &&
    measure.column !== null &&
    reader.target?.kind === 'table' &&
    reader.target.table === ir.anchor &&
    reader.targetAt >= 0
  ) {
    ir.measures = [countMeasure(reader.catalog, ir.anchor)]
    return true
  }
  if (counted && ir.measures.length === 0) {
    ir.measures = [countMeasure(reader.catalog, ir.anchor)]
    ir.columns = []
    ir.order = []
    ir.limit = null
    return true
  }
  if (!listed || ir.measures.length === 0 || ir.groups.length > 0) return counted
  ir.measures = []
  ir.having = []
  ir.columns = listColumns(reader.catalog, ir.anchor, [])
  return true
}

/** "As a percentage": each group's part of the whole. */
export const editShare = (reader: Reader, ir: QueryTree): boolean => {
  if (reader.intent !== 'share' || ir.groups.length === 0 || ir.measures.length === 0) return false
  ir.shareOfTotal = true
  return true
}

const LIST_AGAIN =
  /^((and )?(who|which|what) (are|is|were|was)( they| those| these| them| it| the ones)|(and )?(which|what) ones.*|(please )?(list|show|show me|give me|display|name)( me)?( all)?( of)?( them| those| these| it| the list| a list| the details| the rows).*|(can i see|let me see) (them|those|these|it).*|who|which)$/

/** "What are their emails?" after a ranking: a column of the ranked rows beside their names. */
const editGroupColumns = (reader: Reader, ir: QueryTree): boolean => {
  const [group] = ir.groups
  if (group?.type !== 'entity' || !THEIR.test(reader.items.map(({ lower }) => lower).join(' '))) return false
  let changed = false
  reader.items.forEach((item, index) => {
    const link = [item.link, ...item.rivals].find(
      (one) => item.kind === 'link' && one?.kind === 'column' && one.table === group.table,
    )
    if (link?.kind !== 'column' || reader.used[index] === true) return
    reader.use(index)
    ir.groups.push({ type: 'column', column: link.column })
    changed = true
  })
  return changed
}

const THEIR = /\b(their|them|they|his|her|its)\b/

/** "With their email": more columns for a list. */
export const editColumns = (reader: Reader, ir: QueryTree): boolean => {
  if (ir.measures.length > 0) return editGroupColumns(reader, ir)
  let changed = false
  reader.items.forEach((_, index) => {
    const link = reader.noun(index)
    if (link?.kind !== 'column' || reader.used[index] === true) return
    const path = reader.catalog.graph.path(ir.anchor, link.table, ir.via)
    if (path === undefined || path.steps.some((step) => !step.up)) return
    reader.use(index)
    const shown = namedColumn(reader.catalog, link.column)
    // "the category Helmets": the column beside its value is no wish to see it.
    if (ir.where.some((condition) => columnsOf(condition).some((column) => sameColumn(column, shown)))) return
    if (!ir.columns.some((column) => sameColumn(column, shown))) ir.columns.push(shown)
    changed = true
  })
  return changed
}
