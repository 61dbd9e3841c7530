import type { Json } from '../../../../domain/json.ts'
import type { KnownColumn } from '../known-database.ts'
import { constant, dayConstant, type FieldCondition, likePattern, OPERATORS } from './field-test.ts'

/**
 * The same condition as an expression, which is true or false for every document.
 *
 * @param field `$status`, or `$$item.status`
 */
export const fieldExpression = (field: string, column: KnownColumn | undefined, condition: FieldCondition): Json => {
  switch (condition.type) {
    case 'compare': {
      const test = { [OPERATORS[condition.op]]: [field, constant(column, condition.value)] }
      // Nothing is less than everything, and not equal to anything.
      return condition.op.startsWith('<') ? { $and: [hasValue(field), test] } : test
    }
    case 'in': {
      const test = { $in: [field, condition.values.map((value) => constant(column, value))] }
      return condition.negated ? { $and: [hasValue(field), { $not: [test] }] } : test
    }
    case 'null':
      return condition.negated ? hasValue(field) : { $eq: [{ $ifNull: [field, null] }, null] }
    case 'like': {
      const test = { $regexMatch: { input: field, regex: likePattern(condition.pattern), options: 'is' } }
      return condition.negated ? { $and: [hasValue(field), { $not: [test] }] } : test
    }
    case 'range': {
      const range = withinDays(field, column, condition)
      return condition.negated ? { $and: [hasValue(field), { $not: [range] }] } : range
    }
  }
}

/** Neither null nor missing. */
export const hasValue = (field: string): Json => ({ $ne: [{ $ifNull: [field, null] }, null] })

interface Days {
  readonly from: string | null
  readonly to: string | null
}

/** From the first day to the one before the last. */
export const withinDays = (field: string, column: KnownColumn | undefined, { from, to }: Days): Json => ({
  $and: [
    from === null ? hasValue(field) : { $gte: [field, dayConstant(column, from)] },
    ...(to === null ? [] : [{ $lt: [field, dayConstant(column, to)] }]),
  ],
})
