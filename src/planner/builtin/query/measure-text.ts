import { columnOf, type Scope, Unplannable } from './scope.ts'
import type { Measure } from './tree.ts'

/** The aggregate over the scope's rows. @throws Unplannable for sums over rows that a join has multiplied */
export const measureText = (scope: Scope, measure: Measure): string => {
  const { aggregate, column, times } = measure
  if (column === null) {
    if (!scope.fanned) return 'COUNT(*)'
    const [key] = scope.table.primaryKey
    if (key === undefined) throw new Unplannable(`${scope.table.name} has no key to count by`)
    return `COUNT(DISTINCT ${scope.at(scope.alias, key)})`
  }
  const text = operandText(scope, measure)
  const { kind, type = '' } = columnOf(scope.context, { table: measure.table, column }) ?? {}
  if (kind !== 'number' && (aggregate === 'sum' || aggregate === 'avg')) throw new Unplannable(`${column} is no number`)
  if (aggregate === 'count') return `COUNT(${measure.distinct ? 'DISTINCT ' : ''}${text})`
  if (scope.fanned && (aggregate === 'sum' || aggregate === 'avg'))
    throw new Unplannable(`a ${aggregate} would count rows of ${scope.table.name} more than once`)
  const isWhole = /INT/i.test(type) && times === null && aggregate !== 'avg'
  const call = `${aggregate.toUpperCase()}(${text})`
  return isWhole || kind === 'date' || kind === 'text' ? call : scope.context.dialect.round(call, 2)
}

/** What a measure adds up for one row. */
export const operandText = (scope: Scope, { table, column, times }: Measure): string => {
  const text = scope.column({ table, column: column ?? '' })
  return times === null ? text : `${text} * ${scope.column({ table, column: times })}`
}
