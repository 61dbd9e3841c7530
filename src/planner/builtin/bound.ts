import { columnOf } from './catalog.ts'
import { lexiconOf } from './lexicon.ts'
import { choiceOf, columnMeasure, countMeasure } from './measures.ts'
import type { ColumnRef, Comparator, Measure } from './query/index.ts'
import type { MeasureChoice, Reader } from './reader.ts'
import { scaledValue } from './scaled-value.ts'

/** A number that something is compared with. */
export interface Bound {
  readonly op: Comparator
  readonly value: number
  /** The unit of time said with it. */
  readonly unit?: string | null
}

export const targetTable = (reader: Reader): string | null =>
  reader.target?.kind === 'table' ? reader.target.table : null

export const countBound = (reader: Reader, at: number, table: string, bounds: readonly Bound[]): void => {
  reader.use(at)
  reader.via.add(table)
  const target = targetTable(reader)
  const grouped = target === null || target === table
  for (const { op, value } of bounds) {
    if (grouped) reader.having.push({ measure: countMeasure(reader.catalog, table), op, value })
    else reader.where.push({ type: 'related', table, where: [], measure: null, op, value })
  }
}

export const measureBound = (reader: Reader, at: number, bounds: readonly Bound[]): void => {
  const item = reader.items[at]
  if (item === undefined) return
  reader.use(at)
  chosenBound(reader, choiceOf(item), bounds)
}

export const sumBound = (reader: Reader, measure: Measure, bounds: readonly Bound[]): void => {
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
export const columnBound = (reader: Reader, column: ColumnRef, bounds: readonly Bound[], average: boolean): void => {
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
  for (const { op, value, unit = null } of bounds) {
    const scaled = scaledValue(reader.catalog, column, value, unit)
    if (scaled === null) reader.doubt = `how long ${value} ${unit} is here`
    else reader.where.push({ type: 'compare', column, op, value: scaled })
  }
}

/** What the glossary calls revenue, from every table that gives it. */
export const revenueChoice = (reader: Reader): MeasureChoice | null => {
  const links = lexiconOf(reader.catalog.view).lookup(['revenue'])
  const options = links.flatMap((link) => (link.kind === 'measure' ? [link.measure] : []))
  return options.length === 0 ? null : { options }
}

/** Among the tables of a measure, one whose rows each belong to one row of the target. */
export const chosenBound = (reader: Reader, choice: MeasureChoice, bounds: readonly Bound[]): void => {
  const target = targetTable(reader)
  const fits = (measure: Measure): boolean =>
    target === null || reader.catalog.graph.path(measure.table, target)?.steps.every((step) => step.up) === true
  const measure = choice.options.find(fits) ?? choice.options[0]
  if (measure !== undefined) sumBound(reader, measure, bounds)
}
