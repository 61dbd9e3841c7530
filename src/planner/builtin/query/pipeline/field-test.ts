import type { Json } from '../../../../platform/values/json.ts'
import type { KnownColumn } from '../known-database.ts'
import type { Comparator, Condition, Scalar } from '../tree.ts'
import { type Doc, isDoc } from './document.ts'

/** A condition that compares one field with constants. */
export type FieldCondition = Exclude<Condition, { type: 'related' | 'any' | 'average' | 'alike' }>

export const OPERATORS: Readonly<Record<Comparator, string>> = {
  '=': '$eq',
  '<>': '$ne',
  '>': '$gt',
  '>=': '$gte',
  '<': '$lt',
  '<=': '$lte',
}

/**
 * The condition for the field at a path, or for an element itself if the path is empty. As in SQL, a field without a
 * value matches no comparison; null and missing are the same.
 */
export const fieldTest = (path: string, column: KnownColumn | undefined, condition: FieldCondition): Doc => {
  const test = testOf(column, condition)
  if (path !== '') return { [path]: test }
  return isDoc(test) ? test : { $eq: test }
}

/** A comparison that null and missing do not match. */
export const comparison = (op: Comparator, value: Json): Json => {
  if (op === '=') return value
  return op === '<>' ? { $nin: [value, null] } : { [OPERATORS[op]]: value }
}

const testOf = (column: KnownColumn | undefined, condition: FieldCondition): Json => {
  switch (condition.type) {
    case 'compare':
      return comparison(condition.op, constant(column, condition.value))
    case 'in': {
      const values = condition.values.map((value) => constant(column, value))
      return condition.negated ? { $nin: [...values, null] } : { $in: values }
    }
    case 'null':
      return condition.negated ? { $ne: null } : null
    case 'like':
      return negatedIf(condition.negated, { $regex: likePattern(condition.pattern), $options: 'is' })
    case 'range':
      return negatedIf(condition.negated, {
        ...(condition.from === null ? {} : { $gte: dayConstant(column, condition.from) }),
        ...(condition.to === null ? {} : { $lt: dayConstant(column, condition.to) }),
      })
  }
}

const negatedIf = (negated: boolean, test: Doc): Doc => (negated ? { $not: test, $ne: null } : test)

/** A constant in the type of its column. */
const constant = (column: KnownColumn | undefined, value: Scalar): Json => {
  const type = column?.type ?? ''
  if (typeof value === 'number') {
    if (type === 'BOOLEAN' && (value === 0 || value === 1)) return value === 1
    return type === 'TEXT' ? String(value) : value
  }
  if (type === 'OBJECTID' && /^[0-9a-f]{24}$/i.test(value)) return { $oid: value }
  return type === 'TIMESTAMP' && /^\d{4}-\d\d-\d\d$/.test(value) ? dayConstant(column, value) : value
}

/** The first moment of a day in UTC; a text if the column holds texts. */
const dayConstant = (column: KnownColumn | undefined, day: string): Json =>
  column?.type === 'TIMESTAMP' ? { $date: `${day}T00:00:00Z` } : day

/** `%` matches any characters and `_` one; all others match themselves. */
const likePattern = (pattern: string): string => {
  const text = pattern
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('_', '.')
    .replaceAll('%', '.*')
  return `^${text}$`.replace(/^\^\.\*/, '').replace(/\.\*\$$/, '')
}
