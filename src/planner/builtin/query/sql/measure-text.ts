import { factorsOf } from '../../../../ask/rules/formula.ts'
import { columnOf } from '../query-context.ts'
import { checkMeasure, countedBy, isExact } from '../row-counts.ts'
import type { Measure } from '../tree.ts'
import type { Scope } from './scope.ts'

/** The aggregate over the scope's rows. @throws Unplannable for sums over rows that a join has multiplied */
export const measureText = (scope: Scope, measure: Measure): string => {
  const { context, table, fanned } = scope
  const { aggregate, column } = measure
  if (column === null) return fanned ? `COUNT(DISTINCT ${scope.at(scope.alias, countedBy(table))})` : 'COUNT(*)'
  checkMeasure(context, { anchor: table.name, fanned: scope.fanned, measure })
  if (aggregate === 'count') {
    const counted = scope.column({ table: measure.table, column })
    return `COUNT(${measure.distinct ? 'DISTINCT ' : ''}${counted})`
  }
  const call = `${aggregate.toUpperCase()}(${operandText(scope, measure)})`
  return isExact(context, measure, (type) => context.dialect.isDecimal(type)) ? call : context.dialect.round(call, 2)
}

/** The value of a measure in one row. */
export const operandText = (scope: Scope, measure: Measure): string => {
  const operand = (name: string): string => {
    const ref = { table: measure.table, column: name }
    const { type = '' } = columnOf(scope.context, ref) ?? {}
    return scope.context.dialect.operand(scope.column(ref), type)
  }
  const factors = factorsOf(measure).map((factor) => {
    if (typeof factor === 'string') return operand(factor)
    const { from, minus, per } = factor
    const less = `COALESCE(${operand(minus)}, 0)${per === undefined ? '' : ` / ${fraction(per)}`}`
    return `(${typeof from === 'string' ? operand(from) : from} - ${less})`
  })
  return [operand(measure.column ?? ''), ...factors].join(' * ')
}

/** A decimal divisor, which avoids integer division. */
const fraction = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value))
