import type { Json } from '../../../../platform/values/json.ts'
import { finalRefusal, repairableRefusal } from '../../../shared/refuse.ts'
import { firstKey, isList, isLiteral, isObject, type JsonObject } from '../../language/literals.ts'
import { LOGICAL_OPERATORS, QUERY_OPERATORS } from '../../language/query-operators.ts'
import { shortened } from '../draft/read-json.ts'
import { checkConstant } from '../expression/check-constant.ts'
import type { ExpressionContext } from '../expression/expression-context.ts'
import { walkExpression } from '../expression/walk-expression.ts'
import { resolvePathOrPosition } from '../shape/resolve-path.ts'
import type { Shape } from '../shape/shape.ts'
import { checkOperand, checkPattern } from './check-operand.ts'

/** The context of a filter. */
interface FilterContext extends ExpressionContext {
  /** Whether a text search is allowed here. */
  readonly allowsText: boolean
}

/**
 * Checks a filter: operators by allow-list, paths by the shape.
 *
 * @returns whether it is a text search
 * @throws Refused
 */
export const walkFilter = (filter: Json, place: FilterContext): boolean => {
  if (!isObject(filter) || isLiteral(filter)) throw repairableRefusal('syntax', 'A filter is an object.')
  let isTextSearch = false
  for (const [name, condition] of Object.entries(filter)) {
    if (!name.startsWith('$')) walkCondition(condition, resolvePathOrPosition(place.root, name), place)
    else if (name === '$text' && place.allowsText) {
      checkText(condition)
      isTextSearch = true
    } else walkLogical(name, condition, { ...place, allowsText: false })
  }
  return isTextSearch
}

const walkLogical = (name: string, condition: Json, place: FilterContext): void => {
  if (name === '$expr') walkExpression(condition, place)
  else if (!LOGICAL_OPERATORS.has(name)) throw unknownOperator(name)
  else if (!isList(condition) || condition.length === 0)
    throw repairableRefusal('syntax', `${name} is a list of filters.`)
  else for (const one of condition) walkFilter(one, place)
}

/** The condition on one field: a value, or operators. */
const walkCondition = (condition: Json, field: Shape, place: FilterContext): void => {
  if (isObject(condition) && !isLiteral(condition) && firstKey(condition)?.startsWith('$') === true)
    walkOperators(condition, field, place)
  else {
    checkPattern(condition, place)
    checkConstant(condition)
  }
}

const walkOperators = (operators: JsonObject, field: Shape, place: FilterContext): void => {
  if (operators.$options !== undefined && operators.$regex === undefined)
    throw repairableRefusal('syntax', '$options belongs to $regex.')
  for (const [name, operand] of Object.entries(operators)) {
    const kind = QUERY_OPERATORS.get(name)
    if (kind === undefined) throw unknownOperator(name)
    if (kind === 'condition') walkCondition(operand, field, place)
    else if (kind === 'elements') walkElements(operand, field, place)
    else if (kind === 'all' && isList(operand)) for (const one of operand) walkAll(one, field, place)
    else checkOperand(name, kind, operand, place)
  }
}

const walkElements = (operand: Json, field: Shape, place: FilterContext): void => {
  if (!isObject(operand) || isLiteral(operand)) throw repairableRefusal('syntax', '$elemMatch is an object.')
  const first = firstKey(operand)
  if (first?.startsWith('$') === true && !LOGICAL_OPERATORS.has(first)) walkOperators(operand, field, place)
  else if (operand.$expr !== undefined) throw unknownOperator('$expr')
  else walkFilter(operand, { ...place, root: field, allowsText: false })
}

const walkAll = (one: Json, field: Shape, place: FilterContext): void => {
  if (isObject(one) && firstKey(one) === '$elemMatch') walkOperators(one, field, place)
  else {
    checkPattern(one, place)
    checkConstant(one)
  }
}

const checkText = (condition: Json): void => {
  if (!isObject(condition) || typeof condition.$search !== 'string')
    throw repairableRefusal('syntax', '$text has a $search.')
  for (const [name, value] of Object.entries(condition))
    if (!TEXT_OPTIONS.has(name) || (typeof value !== 'string' && typeof value !== 'boolean'))
      throw unknownOperator(name)
}

const TEXT_OPTIONS: ReadonlySet<string> = new Set(['$search', '$language', '$caseSensitive', '$diacriticSensitive'])

const unknownOperator = (name: string): Error =>
  name === '$jsonSchema' || name === '$comment'
    ? finalRefusal('unknown_operator', `${name} is not allowed.`)
    : repairableRefusal('unknown_operator', `${shortened(name)} is not an operator that filters may have here.`)
