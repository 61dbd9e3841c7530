import { checkMeasure, countedBy, isExact } from '../row-counts.ts'
import type { Measure } from '../tree.ts'
import type { Scope } from './scope.ts'

/** The aggregate over the scope's rows. @throws Unplannable for sums over rows that a join has multiplied */
export const measureText = (scope: Scope, measure: Measure): string => {
  const { context, table, fanned } = scope
  const { aggregate, column } = measure
  if (column === null) return fanned ? `COUNT(DISTINCT ${scope.at(scope.alias, countedBy(table))})` : 'COUNT(*)'
  const text = operandText(scope, measure)
  checkMeasure(context, { anchor: table.name, fanned: scope.fanned, measure })
  if (aggregate === 'count') return `COUNT(${measure.distinct ? 'DISTINCT ' : ''}${text})`
  const call = `${aggregate.toUpperCase()}(${text})`
  return isExact(context, measure) ? call : context.dialect.round(call, 2)
}

/** What a measure adds up for one row. */
export const operandText = (scope: Scope, { table, column, times }: Measure): string => {
  const text = scope.column({ table, column: column ?? '' })
  return times === null ? text : `${text} * ${scope.column({ table, column: times })}`
}
