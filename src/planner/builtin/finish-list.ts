import { valuesOf } from '../../domain/ask/knowledge.ts'
import { columnOf } from './catalog.ts'
import { addTime } from './finish-time.ts'
import { complete } from './implied.ts'
import { listColumns } from './list-columns.ts'
import { saidDate } from './main-measure.ts'
import { isPerson } from './person.ts'
import { type ColumnRef, emptyTree, type QueryTree } from './query/index.ts'
import { eventTime } from './read-time.ts'
import type { Reader } from './reader.ts'

export const finishList = (reader: Reader, table: string): QueryTree => {
  if (reader.aggregate !== null)
    reader.doubt = `what the ${reader.aggregate === 'avg' ? 'average' : 'number'} is taken of`
  if (reader.intent === 'who' && !isPerson(table) && WHO.test(reader.items[0]?.lower ?? ''))
    reader.doubt = 'who is meant'
  const ir = emptyTree(table)
  addTime(reader, ir)
  ir.where.push(...reader.where)
  ir.limit = reader.limit
  takeColumns(reader, ir)
  if (reader.intent === 'when') {
    const column = saidDate(reader, table) ?? eventTime(reader, table)
    if (column !== null) ir.columns.push(column)
  }
  ir.columns = listColumns(reader.catalog, table, ir.columns)
  return complete(reader, ir)
}

/** "Who are our …" names the rows themselves; "who handles …" asks for somebody else. */
const WHO = /^(who|whom|who has|who have)$/

const DISTINCT_MAX = 60

export const finishColumn = (reader: Reader, column: ColumnRef): QueryTree => {
  if (reader.aggregate !== null)
    reader.doubt = `what the ${reader.aggregate === 'avg' ? 'average' : 'number'} is taken of`
  const info = columnOf(reader.catalog, column)
  const said = reader.items.findIndex((_, index) => {
    const link = reader.noun(index)
    return link?.kind === 'column' && link.column.column === column.column && link.column.table === column.table
  })
  reader.use(said)
  const ir = emptyTree(column.table)
  addTime(reader, ir)
  ir.where.push(...reader.where)
  ir.limit = reader.limit
  takeColumns(reader, ir)
  const values = valuesOf(reader.knowledge, column.table, column.column)
  const names = valuesOf(reader.knowledge, column.table, reader.table(column.table).label)?.values.length ?? 0
  // Half as many as there are names of rows: one value says something of several rows.
  const few = values?.complete === true && (values.values.length <= DISTINCT_MAX || values.values.length < names / 2)
  if (info?.kind === 'text' && few && ir.columns.length === 0 && reader.table(column.table).label !== column.column) {
    ir.distinct = true
    ir.columns = [column]
  } else ir.columns = listColumns(reader.catalog, column.table, [column, ...ir.columns])
  return complete(reader, ir)
}

/** Columns said beside a list ("with their email") are shown. */
export const takeColumns = (reader: Reader, ir: QueryTree): void => {
  reader.items.forEach((_, index) => {
    const link = reader.noun(index)
    if (link?.kind !== 'column' || reader.used[index] === true) return
    const path = reader.catalog.graph.path(ir.anchor, link.table, [...reader.via])
    if (path === undefined || path.steps.some((step) => !step.up)) return
    if (reader.isDate(link.column)) return
    reader.use(index)
    const own = reader.target?.kind === 'column' ? reader.target.column : null
    if (own === null || own.table !== link.column.table || own.column !== link.column.column)
      ir.columns.push(link.column)
  })
}
