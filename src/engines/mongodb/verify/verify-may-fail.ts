import { EXPRESSION_OPERATORS } from '../language/expression-operators.ts'
import { isLightPattern } from '../language/query-operators.ts'
import { isNode, listOf } from './verify-tree.ts'

/** Operators that bind variables or name fields and have a value for every document. */
const TOTAL: ReadonlySet<string> = new Set(['$literal', '$let', '$switch', '$range', '$meta'])

/** Whether a filter anywhere in a statement could fail at some document. */
export const mayFail = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(mayFail)
  if (!isNode(value)) return false
  for (const key in value) {
    const part = value[key]
    if (key === '$match' ? filterMayFail(part) : mayFail(part)) return true
  }
  return false
}

/** Whether a filter could. */
export const filterMayFail = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(filterMayFail)
  if (!isNode(value)) return false
  for (const key in value) {
    const part = value[key]
    if (key === '$expr' ? expressionMayFail(part) : isHardPattern(key, part) || filterMayFail(part)) return true
  }
  return false
}

const isHardPattern = (key: string, part: unknown): boolean => {
  const pattern = key === '$regularExpression' && isNode(part) ? part.pattern : key === '$regex' ? part : ''
  return typeof pattern === 'string' && !isLightPattern(pattern)
}

const expressionMayFail = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(expressionMayFail)
  if (!isNode(value)) return false
  for (const key in value) {
    const part = value[key]
    if (key === '$literal') continue
    if (key.startsWith('$') && !isTotal(key, part)) return true
    if (expressionMayFail(part)) return true
  }
  return false
}

const LITERAL = /^\$(?:oid|uuid|date|number|regularExpression)/

const isTotal = (key: string, part: unknown): boolean => {
  if (LITERAL.test(key)) return true
  if (key === '$switch') return isNode(part) && part.default !== undefined && listOf(part.branches).length > 0
  return TOTAL.has(key) || EXPRESSION_OPERATORS.get(key)?.total === true
}
