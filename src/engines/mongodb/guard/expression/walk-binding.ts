import type { Json } from '../../../../platform/values/json.ts'
import { repairableRefusal } from '../../../shared/refuse.ts'
import type { BindingOperator } from '../../language/expression-operators.ts'
import { isList, isLiteral, isObject, type JsonObject } from '../../language/literals.ts'
import { shortened } from '../draft/read-json.ts'
import { resolvePath } from '../shape/resolve-path.ts'
import { allOf, anyOf, OPEN, openOf, SCALAR, type Shape, STORED_WEIGHT, withField, withWeight } from '../shape/shape.ts'
import { checkConstant } from './check-constant.ts'
import { type ExpressionContext, withVariable } from './expression-context.ts'

type Walk = (value: Json, place: ExpressionContext) => Shape

/** Checks an operator that binds variables, names a field, or has operands that are not expressions. @throws RefusalError */
export const walkBinding = (name: BindingOperator, operand: Json, place: ExpressionContext, walk: Walk): Shape => {
  switch (name) {
    case '$literal':
      checkConstant(operand)
      return openOf(1)
    case '$switch':
      return walkSwitch(options(name, operand, ['branches', 'default']), place, walk)
    case '$let':
      return walkLet(options(name, operand, ['vars', 'in']), place, walk)
    case '$filter':
      return walkFilter(options(name, operand, ['input', 'as', 'cond', 'limit']), place, walk)
    case '$map':
      return walkMap(options(name, operand, ['input', 'as', 'in']), place, walk)
    case '$reduce':
      return walkReduce(options(name, operand, ['input', 'initialValue', 'in']), place, walk)
    case '$getField':
      return walkGetField(operand, place, walk)
    case '$setField':
    case '$unsetField':
      return walkSetField(name, operand, place, walk)
    case '$range':
      return walkRange(operand)
    case '$meta':
      if (operand === 'textScore' && place.isTextSearch) return SCALAR
      throw repairableRefusal('unsupported', '$meta is not available here; leave it out.')
  }
}

const options = (operator: string, operand: Json, names: readonly string[]): JsonObject => {
  if (!isObject(operand) || isLiteral(operand)) throw repairableRefusal('syntax', `${operator} takes an object.`)
  const unknown = Object.keys(operand).find((name) => !names.includes(name))
  if (unknown !== undefined) throw repairableRefusal('unknown_option', `${operator} has no ${shortened(unknown)}.`)
  return operand
}

const required = (of: JsonObject, name: string): Json => {
  const value = of[name]
  if (value === undefined) throw repairableRefusal('syntax', `${name} is missing.`)
  return value
}

const walkSwitch = (of: JsonObject, place: ExpressionContext, walk: Walk): Shape => {
  const branches = required(of, 'branches')
  if (!isList(branches)) throw repairableRefusal('syntax', 'branches is a list.')
  const shapes = branches.map((branch) => {
    const { case: condition, then } = options('branches', branch, ['case', 'then'])
    if (condition === undefined || then === undefined) throw repairableRefusal('syntax', 'A branch has case and then.')
    walk(condition, place)
    return walk(then, place)
  })
  // Without a default, a document that matches no branch is an error.
  if (of.default === undefined) place.risk.mayFail = true
  return anyOf([...shapes, ...(of.default === undefined ? [] : [walk(of.default, place)])])
}

const walkLet = (of: JsonObject, place: ExpressionContext, walk: Walk): Shape =>
  walk(required(of, 'in'), withVariables(required(of, 'vars'), place, walk))

/** Binds the variables of `$let` or `$lookup`. @throws RefusalError */
export const withVariables = (variables: Json, place: ExpressionContext, walk: Walk): ExpressionContext => {
  if (!isObject(variables) || isLiteral(variables)) throw repairableRefusal('syntax', 'Variables are an object.')
  return Object.entries(variables).reduce(
    (inner, [name, value]) => withVariable(inner, variableName(name), walk(value, place)),
    place,
  )
}

const variableName = (name: Json): string => {
  if (typeof name === 'string' && /^[a-z][A-Za-z0-9_]{0,60}$/.test(name)) return name
  throw repairableRefusal(
    'odd_name',
    'The name of a variable begins with a small letter, and is letters, digits and "_".',
  )
}

const walkFilter = (of: JsonObject, place: ExpressionContext, walk: Walk): Shape => {
  place.risk.mayFail = true
  const input = walk(required(of, 'input'), place)
  walk(required(of, 'cond'), inMember(place, of, input))
  if (of.limit !== undefined) walk(of.limit, place)
  return input
}

const walkMap = (of: JsonObject, place: ExpressionContext, walk: Walk): Shape => {
  place.risk.mayFail = true
  const input = walk(required(of, 'input'), place)
  const each = walk(required(of, 'in'), inMember(place, of, input))
  return withWeight(each, Math.max(1, input.weight) * Math.max(1, each.weight / STORED_WEIGHT))
}

/** A stored list weighs 10: allows three nested stored lists, or 100,000 steps through computed ones. */
const ROUNDS_MAX = 1_000

/** The context of an expression evaluated per list member: nested lists multiply the cost. */
const inMember = (place: ExpressionContext, { input, as }: JsonObject, list: Shape): ExpressionContext => {
  const rounds = (place.rounds ?? 1) * Math.max(STORED_WEIGHT, list.weight)
  if (rounds > ROUNDS_MAX)
    throw repairableRefusal(
      'too_large',
      'The query goes through lists within lists too often; use $unwind, or shorter ones.',
    )
  const isNumber = isObject(input) && input.$range !== undefined
  return withVariable({ ...place, rounds }, variableName(as ?? 'this'), isNumber ? SCALAR : list)
}

/** Each step may add to the value but not multiply it: doubling it 60 times would crash the server. */
const walkReduce = (of: JsonObject, place: ExpressionContext, walk: Walk): Shape => {
  place.risk.mayFail = true
  const input = walk(required(of, 'input'), place)
  const initial = walk(required(of, 'initialValue'), place)
  const weightAfter = (weight: number): number => {
    const inner = withVariable(inMember(place, { input: required(of, 'input') }, input), 'value', openOf(weight))
    return walk(required(of, 'in'), inner).weight
  }
  const [growth, more] = [weightAfter(STORED_WEIGHT), weightAfter(2 * STORED_WEIGHT)]
  if (more - growth > STORED_WEIGHT)
    throw repairableRefusal('too_large', 'A step of $reduce uses its value more than once in what it puts together.')
  return openOf(initial.weight + (input.weight * growth) / STORED_WEIGHT)
}

const walkGetField = (operand: Json, place: ExpressionContext, walk: Walk): Shape => {
  place.risk.mayFail = true
  if (!isObject(operand) || isLiteral(operand) || operand.$literal !== undefined)
    return fieldOf(place.root, fieldName(operand))
  const of = options('$getField', operand, ['field', 'input'])
  const input = of.input === undefined ? place.root : walk(of.input, place)
  return fieldOf(input, fieldName(required(of, 'field')))
}

/** A name with a dot would be one name here, unreachable by paths. */
const fieldOf = (shape: Shape, name: string): Shape => resolvePath(shape, name)

const fieldName = (value: Json): string => {
  const name = isObject(value) && Object.keys(value).length === 1 ? value.$literal : value
  if (typeof name !== 'string' || name === '' || /[.$]/.test(name))
    throw repairableRefusal('odd_name', 'The name of the field is a constant text without "." and "$".')
  return name
}

const walkSetField = (
  operator: '$setField' | '$unsetField',
  operand: Json,
  place: ExpressionContext,
  walk: Walk,
): Shape => {
  place.risk.mayFail = true
  const of = options(operator, operand, ['field', 'input', ...(operator === '$setField' ? ['value'] : [])])
  const name = fieldName(required(of, 'field'))
  const input = walk(required(of, 'input'), place)
  const value = operator === '$setField' ? walk(required(of, 'value'), place) : SCALAR
  return withWeight(withField(input, [name], value), allOf([input, value]).weight)
}

const RANGE_MAX = 10_000

/** The length of the list must be evident from constants. */
const walkRange = (operand: Json): Shape => {
  const [start, end, step, ...more] = isList(operand)
    ? [...operand, ...(operand.length === 2 ? [1] : [])].map(wholeNumber)
    : []
  if (
    start === undefined ||
    end === undefined ||
    !step ||
    more.length > 0 ||
    Math.abs((end - start) / step) > RANGE_MAX
  )
    throw repairableRefusal('too_large', `$range takes whole numbers, and makes at most ${RANGE_MAX} of them.`)
  return withWeight(OPEN, Math.max(STORED_WEIGHT, Math.abs((end - start) / step) / STORED_WEIGHT))
}

/** A 32-bit integer; the server fails on others. */
const wholeNumber = (value: Json): number | undefined =>
  typeof value === 'number' && value === (value | 0) ? value : undefined
