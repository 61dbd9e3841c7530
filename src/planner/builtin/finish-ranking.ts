import { bestMeasure } from './best-measure.ts'
import { takeColumns } from './finish-list.ts'
import { addTime } from './finish-time.ts'
import { complete } from './implied.ts'
import { listColumns } from './list-columns.ts'
import { hasBucket } from './main-measure.ts'
import { columnMeasure, countMeasure } from './measures.ts'
import { type ColumnRef, emptyTree, type Group, type QueryTree } from './query/index.ts'
import { columnGroup } from './read-groups.ts'
import { eventTime } from './read-time.ts'
import type { Ranking, Reader, Target } from './reader.ts'

const LIMIT_DEFAULT = 10

const rankedGroup = (reader: Reader, target: Target, measureTable: string): Group | null => {
  if (target.kind === 'table') return { type: 'entity', table: target.table }
  if (target.kind === 'column') return columnGroup(reader, target.column)
  const column = eventTime(reader, measureTable)
  return column === null ? null : { type: 'time', column, bucket: target.bucket }
}

/** How many rows a ranking shows: one for "which customer", ten for "which customers". */
const rankingLimit = (reader: Reader): number | null => {
  if (reader.limit !== null) return reader.limit
  if (reader.unlimited) return null
  if (reader.singular) return 1
  reader.notes.push(`the first ${LIMIT_DEFAULT} are shown`)
  return LIMIT_DEFAULT
}

export const finishRanking = (reader: Reader, target: Target | null): QueryTree | null => {
  const ranking = reader.rankings[0] ?? pendingRanking(reader, target)
  if (ranking === null || target === null) return null
  const { by } = ranking
  if (by.kind === 'column' && target.kind === 'table') {
    const path = reader.catalog.graph.path(target.table, by.column.table, [...reader.via])
    if (path?.steps.every((step) => step.up) === true) return rankedList(reader, target.table, ranking, by.column)
  }
  const choice = by.kind === 'measure' ? by.choice : { options: [columnMeasure(by.column, by.aggregate)] }
  const draft = choice.options[0]
  if (draft === undefined) return null
  if (reader.groups.length > 0) reader.doubt = 'the first of each group'
  const group = rankedGroup(reader, target, draft.table)
  if (group === null) return null
  const measure = bestMeasure(reader, choice, [group, ...reader.groups])
  if (measure === null || (target.kind === 'table' && measure.table === target.table)) return null
  const ir = emptyTree(measure.table)
  ir.measures = [measure]
  ir.groups = [group, ...reader.groups]
  ir.having = [...reader.having]
  addTime(reader, ir)
  ir.where.push(...reader.where)
  ir.order = [{ by: 'measure', descending: ranking.descending }]
  ir.limit = rankingLimit(reader)
  return complete(reader, ir)
}

/** "Top 5 customers this year": the only measure of the question, or the rows that belong to the target. */
const pendingRanking = (reader: Reader, target: Target | null): Ranking | null => {
  if (reader.pending === null) return null
  const { descending } = reader.pending
  const [choice] = reader.measures
  if (choice !== undefined) return { descending, by: { kind: 'measure', choice } }
  if (reader.fallback !== null) return reader.fallback
  const own = target?.kind === 'table' ? target.table : target?.kind === 'column' ? null : undefined
  const other = reader.mentionedTables().find((table) => table !== own)
  const counted = other ?? (target?.kind === 'column' ? target.column.table : undefined)
  if (counted === undefined) return null
  return { descending, by: { kind: 'measure', choice: { options: [countMeasure(reader.catalog, counted)] } } }
}

const rankedList = (reader: Reader, table: string, ranking: Ranking, column: ColumnRef): QueryTree => {
  if (reader.groups.length > 0 || reader.measures.length > 0 || hasBucket(reader))
    reader.doubt = 'the first of each group'
  const ir = emptyTree(table)
  ir.order = [{ by: column, descending: ranking.descending }]
  addTime(reader, ir)
  ir.where.push(...reader.where)
  ir.limit = rankingLimit(reader)
  takeColumns(reader, ir)
  ir.columns = listColumns(reader.catalog, table, [...ir.columns, column])
  return complete(reader, ir)
}
