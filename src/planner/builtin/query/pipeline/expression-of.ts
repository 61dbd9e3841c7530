import type { Json } from '../../../../platform/values/json.ts'
import { type Doc, isDoc, pathIn } from './document.ts'

/**
 * A `$match` condition as a boolean expression.
 *
 * @param root prefix of its fields: empty for the document, `$element` for a variable
 */
export const expressionOf = (test: Doc, root = ''): Json => {
  const all = Object.entries(test).map(([key, value]): Json => {
    if (key === '$expr') return value
    if (key === '$and' || key === '$or') return { [key]: docsOf(value).map((one) => expressionOf(one, root)) }
    return key.startsWith('$') ? operation(root, key, value) : operations(pathIn(root, key), value)
  })
  return together(all)
}

/** The number of array elements that meet conditions. */
export const elementCount = (path: string, tests: readonly Doc[]): Json => {
  const input = { $ifNull: [`$${path}`, []] }
  if (tests.length === 0) return { $size: input }
  const cond = together(tests.map((test) => expressionOf(test, '$element')))
  return { $size: { $filter: { input, as: 'element', cond } } }
}

const docsOf = (value: Json): readonly Doc[] => (Array.isArray(value) ? value.filter(isDoc) : [])

const together = (all: readonly Json[]): Json => {
  const [only, more] = all
  return only !== undefined && more === undefined ? only : { $and: [...all] }
}

const operations = (path: string, test: Json): Json => {
  if (!isDoc(test)) return operation(path, '$eq', test)
  const { $regex, $options, ...others } = test
  const all = Object.entries(others).map(([operator, value]) => operation(path, operator, value))
  const input = valueAt(path)
  return together(
    $regex === undefined ? all : [{ $regexMatch: { input, regex: $regex, options: $options ?? '' } }, ...all],
  )
}

const operation = (path: string, operator: string, value: Json): Json => {
  const field = valueAt(path)
  switch (operator) {
    case '$nin':
      return { $not: [{ $in: [field, value] }] }
    case '$not':
      return { $not: [operations(path, value)] }
    case '$elemMatch':
      return { $gt: [elementCount(path, isDoc(value) ? [value] : []), 0] }
    case '$lt':
    case '$lte':
      // Null sorts below everything, so it is excluded.
      return { $and: [{ $ne: [field, null] }, { [operator]: [field, value] }] }
    default:
      return { [operator]: [field, value] }
  }
}

/** A missing field must not equal anything, not even null. */
const valueAt = (path: string): Json => ({ $ifNull: [`$${path}`, null] })
