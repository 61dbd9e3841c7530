import { bestMeasure } from './best-measure.ts'
import { rangeColumn, sameColumn } from './edit-conditions.ts'
import { lexiconOf } from './lexicon.ts'
import { columnMeasure, countMeasure, mainNumber } from './measures.ts'
import type { Group, Measure, QueryTree } from './query/index.ts'
import { eventTime } from './read-time.ts'
import type { MeasureChoice, Reader } from './reader.ts'

/** Every table that gives a measure of this name. */
const alternatives = (reader: Reader, measure: Measure): MeasureChoice => {
  const links = lexiconOf(reader.catalog.view).lookup(measure.name.split('_'))
  const options = links.flatMap((link) => (link.kind === 'measure' ? [link.measure] : []))
  return {
    options: options.some((option) => option.table === measure.table && option.column === measure.column)
      ? options
      : [measure],
  }
}

const putMeasure = (reader: Reader, ir: QueryTree, choice: MeasureChoice): void => {
  const measure = bestMeasure(reader, choice, ir.groups, ir.where)
  if (measure === null) return
  ir.anchor = measure.table
  ir.measures = [measure]
  ir.columns = []
}

export const editMeasure = (reader: Reader, ir: QueryTree): boolean => {
  const [choice] = reader.measures
  if (choice !== undefined) {
    if (ir.measures.length === 0) {
      ir.order = []
      ir.limit = null
    }
    putMeasure(reader, ir, choice)
    return true
  }
  const cue = reader.items.find(
    (item, index) => item.cue?.cue === 'aggregate' && item.kind === 'cue' && reader.used[index] !== true,
  )?.cue
  const aggregate = cue?.cue === 'aggregate' ? cue.aggregate : reader.aggregate
  const [measure] = ir.measures
  if (aggregate !== null && measure === undefined && ir.groups.length === 0) return sumList(reader, ir, aggregate)
  if (aggregate === null || measure === undefined) return false
  const column = measure.column ?? mainNumber(reader.catalog, measure.table)?.column
  if (column === undefined || measure.times !== null) return false
  reader.items.forEach((item, index) => {
    if (item.cue?.cue === 'aggregate') reader.use(index)
  })
  ir.measures = [columnMeasure({ table: measure.table, column }, aggregate)]
  return true
}

/** "What do they add up to?": the amounts of the rows that were listed. */
const sumList = (reader: Reader, ir: QueryTree, aggregate: Measure['aggregate']): boolean => {
  const number = mainNumber(reader.catalog, ir.anchor)
  if (number === null) return false
  reader.items.forEach((item, index) => {
    if (item.cue?.cue === 'aggregate') reader.use(index)
  })
  ir.measures = [columnMeasure(number, aggregate)]
  ir.columns = []
  ir.order = []
  ir.limit = null
  return true
}

export const editGroups = (reader: Reader, ir: QueryTree): boolean => {
  const buckets = reader.items.flatMap((item, index): Group[] => {
    if (item.kind !== 'bucket' || item.bucket === null || item.soft || reader.used[index] === true) return []
    reader.use(index)
    const column = rangeColumn(ir.where) ?? eventTime(reader, ir.anchor)
    return column === null ? [] : [{ type: 'time', column, bucket: item.bucket }]
  })
  const groups = [...reader.groups, ...buckets]
  if (groups.length === 0) return false
  const also = reader.items.some(({ lower }) => lower === 'also' || lower === 'too')
  ir.groups = also ? [...ir.groups, ...groups] : groups
  ir.limit = null
  ir.outer = null
  const [measure] = ir.measures
  if (measure === undefined) ir.measures = [countMeasure(reader.catalog, ir.anchor)]
  else putMeasure(reader, ir, alternatives(reader, measure))
  ir.columns = []
  ir.order = groups.some((group) => group.type === 'time') ? [] : [{ by: 'measure', descending: true }]
  return true
}

/** "Show 20", "make it 10": another limit. */
const takeBareLimit = (reader: Reader, ir: QueryTree): void => {
  const at = reader.items.findIndex((item, index) => item.kind === 'number' && reader.used[index] !== true)
  const number = reader.items[at]?.number ?? null
  if (number === null || ir.limit === null || reader.limit !== null) return
  reader.limit = number
  reader.use(at)
}

/** "Highest first": the order of the groups by their measure, or of the rows by their main number. */
const editDirection = (reader: Reader, ir: QueryTree, descending: boolean): boolean => {
  const number = mainNumber(reader.catalog, ir.anchor)
  const by = ir.groups.length > 0 ? 'measure' : (ir.order[0]?.by ?? number)
  if (by === null || by === undefined) return false
  ir.order = [{ by, descending }]
  reader.items.forEach((item, index) => {
    if (item.cue?.cue === 'direction') reader.use(index)
  })
  return true
}

export const editOrder = (reader: Reader, ir: QueryTree): boolean => {
  const [ranking] = reader.rankings
  const direction = reader.items.find(
    (item, index) => item.cue?.cue === 'direction' && reader.used[index] !== true,
  )?.cue
  if (direction?.cue === 'direction') return editDirection(reader, ir, direction.descending)
  const descending = ranking?.descending ?? reader.pending?.descending
  takeBareLimit(reader, ir)
  if (reader.limit !== null) ir.limit = reader.limit
  const [order] = ir.order
  if (descending === undefined) return reader.limit !== null
  // "Top 5" of rows that are ranked already keeps their order.
  if (order !== undefined && ranking === undefined && reader.pending?.word === 'top') return true
  if (ranking?.by.kind === 'column' && ir.measures.length === 0) {
    ir.order = [{ by: ranking.by.column, descending }]
    if (!reader.unlimited) ir.limit ??= 1
    if (!ir.columns.some((column) => ranking.by.kind === 'column' && sameColumn(column, ranking.by.column)))
      ir.columns.push(ranking.by.column)
    return true
  }
  if (ranking !== undefined && ir.groups.length > 0) {
    const { by } = ranking
    putMeasure(reader, ir, by.kind === 'measure' ? by.choice : { options: [columnMeasure(by.column, by.aggregate)] })
    ir.order = [{ by: 'measure', descending }]
    return true
  }
  if (ir.groups.length > 0 && order === undefined) {
    ir.order = [{ by: 'measure', descending }]
    ir.limit = reader.limit ?? 1
    return true
  }
  const number = mainNumber(reader.catalog, ir.anchor)
  if (order === undefined && ir.measures.length === 0 && number !== null) {
    ir.order = [{ by: number, descending }]
    ir.limit = reader.limit ?? 1
    return true
  }
  if (order === undefined) return reader.limit !== null
  ir.order = [{ ...order, descending }]
  return true
}
