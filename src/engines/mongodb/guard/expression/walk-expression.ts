import type { Json } from '../../../../platform/values/json.ts'
import { finalRefusal, repairableRefusal } from '../../../shared/refuse.ts'
import {
  BINDING_OPERATORS,
  type BindingOperator,
  EXPRESSION_OPERATORS,
  type ExpressionOperator,
  SYSTEM_VARIABLES,
} from '../../language/expression-operators.ts'
import { firstKey, isList, isLiteral, isObject, type JsonObject } from '../../language/literals.ts'
import { shortened } from '../draft/read-json.ts'
import { partsOf, resolvePath } from '../shape/resolve-path.ts'
import { allOf, anyOf, documentOf, OPEN, openOf, SCALAR, type Shape, withWeight } from '../shape/shape.ts'
import { checkConstant } from './check-constant.ts'
import type { ExpressionContext } from './expression-context.ts'
import { walkBinding } from './walk-binding.ts'

/** A stored field weighs 10; no normal query combines a hundred of them. */
const WEIGHT_MAX = 1_000

/**
 * Checks an expression: operators by allow-list, paths and variables by the shape.
 *
 * @returns the shape of its value
 * @throws Refused
 */
export const walkExpression = (value: Json, place: ExpressionContext): Shape => {
  const shape = shapeOf(value, place)
  if (shape.weight > WEIGHT_MAX)
    throw repairableRefusal('too_large', 'The query puts too much together in one value; ask for less at once.')
  return shape
}

const shapeOf = (value: Json, place: ExpressionContext): Shape => {
  if (typeof value === 'string') return value.startsWith('$') ? walkPath(value, place) : SCALAR
  if (isList(value)) return allOf(value.map((one) => walkExpression(one, place)))
  if (!isObject(value) || isLiteral(value)) return SCALAR
  const name = firstKey(value)
  if (name?.startsWith('$') !== true) return walkDocument(value, place)
  const operand = value[name]
  if (Object.keys(value).length !== 1 || operand === undefined)
    throw repairableRefusal('syntax', `${shortened(name)} stands alone in its object.`)
  return walkOperator(name, operand, place)
}

/** `$path`, `$$variable` or `$$variable.path`. */
const walkPath = (text: string, { root, variables }: ExpressionContext): Shape => {
  if (!text.startsWith('$$')) return resolvePath(root, text.slice(1))
  const dot = text.indexOf('.')
  const name = text.slice(2, dot < 0 ? undefined : dot)
  const shape = variables.get(name) ?? systemVariable(name, root)
  return dot < 0 ? shape : resolvePath(shape, text.slice(dot + 1))
}

const systemVariable = (name: string, root: Shape): Shape => {
  if (name === 'ROOT' || name === 'CURRENT') return root
  if (SYSTEM_VARIABLES.has(name)) return SCALAR
  if (/^[A-Z]/.test(name)) throw finalRefusal('unknown_variable', `There is no variable ${shortened(name)}.`)
  throw repairableRefusal('unknown_variable', `There is no variable ${shortened(name)} at this place.`)
}

const walkDocument = (value: JsonObject, place: ExpressionContext): Shape =>
  documentOf(
    Object.entries(value).map(([name, one]) => {
      if (partsOf(name).length > 1)
        throw repairableRefusal('odd_name', `${shortened(name)}: write nested objects for dotted names here.`)
      return [name, walkExpression(one, place)]
    }),
  )

const BINDING: ReadonlySet<string> = new Set(BINDING_OPERATORS)

const isBinding = (name: string): name is BindingOperator => BINDING.has(name)

const walkOperator = (name: string, operand: Json, place: ExpressionContext): Shape => {
  if (isBinding(name)) return walkBinding(name, operand, place, walkExpression)
  const operator = EXPRESSION_OPERATORS.get(name)
  if (operator === undefined)
    throw repairableRefusal('unknown_operator', `${shortened(name)} is not an operator that expressions may have here.`)
  if (operator.total !== true) place.risk.mayFail = true
  return resultShape(operator, walkOperands(name, operator, operand, place))
}

/** Shapes of the operands, the one that yields documents first. */
const walkOperands = (
  name: string,
  operator: ExpressionOperator,
  operand: Json,
  place: ExpressionContext,
): readonly Shape[] => {
  const operands = operandsOf(name, operator, operand)
  const shapes = operands.map((one) => walkExpression(one, place))
  // The condition does not contribute to the value.
  return name === '$cond' ? shapes.slice(1) : shapes
}

const operandsOf = (name: string, operator: ExpressionOperator, operand: Json): readonly Json[] => {
  const { named = [], constants = [], onlyNamed } = operator
  if (isObject(operand) && !isLiteral(operand) && (onlyNamed === true || areNamed(operand, named))) {
    const unknown = Object.keys(operand).find((key) => !named.includes(key) && !constants.includes(key))
    if (unknown !== undefined) throw repairableRefusal('unknown_option', `${name} has no ${shortened(unknown)}.`)
    for (const key of constants) checkConstant(operand[key] ?? null)
    return sortInputFirst(named).flatMap((key) => operand[key] ?? [])
  }
  if (onlyNamed === true) throw repairableRefusal('syntax', `${name} takes an object with ${named.join(', ')}.`)
  return isList(operand) ? operand : [operand]
}

const sortInputFirst = (named: readonly string[]): readonly string[] =>
  named.toSorted((a, b) => Number(b === 'input') - Number(a === 'input'))

const areNamed = (operand: JsonObject, named: readonly string[]): boolean => {
  const [first] = Object.keys(operand)
  return first !== undefined && named.includes(first)
}

const resultShape = ({ yields }: ExpressionOperator, shapes: readonly Shape[]): Shape => {
  switch (yields) {
    case 'scalar':
      return SCALAR
    case 'input':
      return withWeight(shapes[0] ?? SCALAR, shapes[0]?.weight ?? 1)
    case 'all':
      return allOf(shapes)
    case 'one':
      return anyOf(shapes)
    case 'open':
      return withWeight(OPEN, openOf(allOf(shapes).weight).weight)
  }
}
