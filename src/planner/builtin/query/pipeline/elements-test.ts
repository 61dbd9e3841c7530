import type { Json } from '../../../../domain/json.ts'
import type { KnownColumn, Step } from '../known-database.ts'
import { tableOf } from '../query-context.ts'
import type { Comparator } from '../tree.ts'
import { allOf, type Doc, pathIn } from './document.ts'
import { fieldExpression } from './field-expression.ts'
import { type FieldCondition, fieldTest, OPERATORS } from './field-test.ts'
import type { Place } from './place.ts'
import type { Rows } from './rows.ts'

export interface ElementCondition {
  readonly condition: FieldCondition
  readonly column: KnownColumn | undefined
}

interface ElementsQuestion {
  /** The row that holds the array. */
  readonly place: Place
  readonly step: Step
  readonly conditions: readonly ElementCondition[]
  readonly number: 'some' | 'none' | { readonly op: Comparator; readonly value: number }
}

const ELEMENT = 'element'

/** That an array has elements for which all conditions hold, or none, or how many. */
export const elementsTest = (rows: Rows, { place, step, conditions, number }: ElementsQuestion): Doc => {
  const { within } = tableOf(rows.context, step.to)
  const path = pathIn(place.path, within?.path ?? '')
  const fieldIn = (column: string): string => (within?.value === column ? '' : column)
  if (typeof number === 'object') {
    const tests = conditions.map(({ condition, column }) =>
      fieldExpression(`$$${pathIn(ELEMENT, fieldIn(condition.column.column))}`, column, condition),
    )
    return { $expr: { [OPERATORS[number.op]]: [sizeOf(path, tests), number.value] } }
  }
  if (conditions.length === 0) return { [number === 'none' ? '$or' : '$nor']: [{ [path]: null }, { [path]: [] }] }
  const match = allOf(
    conditions.map(({ condition, column }) => fieldTest(fieldIn(condition.column.column), column, condition)),
  )
  return { [path]: number === 'none' ? { $not: { $elemMatch: match } } : { $elemMatch: match } }
}

const sizeOf = (path: string, tests: readonly Json[]): Json => {
  const input = { $ifNull: [`$${path}`, []] }
  const [cond] = tests
  if (cond === undefined) return { $size: input }
  return { $size: { $filter: { input, as: ELEMENT, cond: tests.length === 1 ? cond : { $and: [...tests] } } } }
}
