import type { Json } from '../../../../platform/values/json.ts'
import { repairableRefusal } from '../../../shared/refuse.ts'
import { ACCUMULATORS, type Accumulator } from '../../language/accumulators.ts'
import { firstKey, isList, isLiteral, isObject, type JsonObject } from '../../language/literals.ts'
import { shortened } from '../draft/read-json.ts'
import { checkConstant } from '../expression/check-constant.ts'
import type { ExpressionContext } from '../expression/expression-context.ts'
import { walkExpression } from '../expression/walk-expression.ts'
import { partsOf } from '../shape/resolve-path.ts'
import { anyOf, documentOf, SCALAR, type Shape, STORED_WEIGHT, withWeight } from '../shape/shape.ts'
import { checkSort } from './sorting.ts'
import { options, requiredOption, type StageContext, type WalkedStage } from './stage-options.ts'

export const walkGroup = (operand: Json, place: StageContext): WalkedStage => {
  if (!isObject(operand) || isLiteral(operand)) throw repairableRefusal('syntax', '$group takes an object.')
  const { _id, ...accumulators } = operand
  if (_id === undefined) throw repairableRefusal('syntax', '$group needs _id.')
  const id = walkExpression(_id, place)
  const { output, fields } = walkOutput(accumulators, place)
  return { stage: { $group: { _id, ...output } }, shape: documentOf([['_id', id], ...fields]) }
}

export const walkBucket = (operand: Json, place: StageContext): WalkedStage => {
  const of = options('$bucket', operand, ['groupBy', 'boundaries', 'default', 'output'])
  const id = walkExpression(requiredOption('$bucket', of, 'groupBy'), place)
  checkConstant([requiredOption('$bucket', of, 'boundaries'), of.default ?? null])
  return withOutput('$bucket', of, id, place)
}

export const walkBucketAuto = (operand: Json, place: StageContext): WalkedStage => {
  const of = options('$bucketAuto', operand, ['groupBy', 'buckets', 'granularity', 'output'])
  walkExpression(requiredOption('$bucketAuto', of, 'groupBy'), place)
  checkConstant([requiredOption('$bucketAuto', of, 'buckets'), of.granularity ?? null])
  return withOutput('$bucketAuto', of, documentOf([...BOUNDS]), place)
}

const BOUNDS = [['min', SCALAR] as const, ['max', SCALAR] as const]

const withOutput = (stage: string, of: JsonObject, id: Shape, place: StageContext): WalkedStage => {
  if (of.output === undefined)
    return {
      stage: { [stage]: of },
      shape: documentOf([
        ['_id', id],
        ['count', SCALAR],
      ]),
    }
  const { output, fields } = walkOutput(options(stage, of.output, Object.keys(of.output ?? {})), place)
  return { stage: { [stage]: { ...of, output } }, shape: documentOf([['_id', id], ...fields]) }
}

export const walkSortByCount = (operand: Json, place: StageContext): WalkedStage => ({
  stage: { $sortByCount: operand },
  shape: documentOf([
    ['_id', walkExpression(operand, place)],
    ['count', SCALAR],
  ]),
})

/** The output fields, each from one accumulator. */
const walkOutput = (
  accumulators: JsonObject,
  place: StageContext,
): { readonly output: JsonObject; readonly fields: readonly (readonly [string, Shape])[] } => {
  const output: Record<string, Json> = {}
  const fields: (readonly [string, Shape])[] = []
  for (const [name, value] of Object.entries(accumulators)) {
    if (partsOf(name).length > 1)
      throw repairableRefusal('odd_name', `${shortened(name)}: a group has no dotted names.`)
    const [operator, operand] = isObject(value) && !isLiteral(value) ? Object.entries(value) : []
    if (operator === undefined || operand !== undefined)
      throw repairableRefusal('syntax', `${shortened(name)} is one accumulator, for example {"$sum": 1}.`)
    fields.push([name, walkAccumulator(operator[0], operator[1], place, false)])
    // `$sum: 1` is known to every server, `$count` is not.
    output[name] = operator[0] === '$count' ? { $sum: 1 } : value
  }
  return { output, fields }
}

/** @param inWindow whether window-only accumulators are allowed */
export const walkAccumulator = (name: string, operand: Json, place: StageContext, inWindow: boolean): Shape => {
  const accumulator = ACCUMULATORS.get(name)
  if (accumulator === undefined || (accumulator.windowOnly === true && !inWindow))
    throw repairableRefusal('unknown_operator', `${shortened(name)} is not an accumulator that can stand here.`)
  const shape = operandsShape(name, accumulator, operand, place)
  return accumulator.collects === true ? withWeight(shape, Math.max(STORED_WEIGHT, shape.weight)) : SCALAR
}

const operandsShape = (
  name: string,
  { named, constants = [] }: Accumulator,
  operand: Json,
  place: ExpressionContext,
): Shape => {
  if (named === undefined) {
    if (isObject(operand) && !isLiteral(operand) && firstKey(operand)?.startsWith('$') === false)
      return walkExpression(operand, place)
    return isList(operand) ? anyOf(operand.map((one) => walkExpression(one, place))) : walkExpression(operand, place)
  }
  const of = options(name, operand, [...named, ...constants])
  for (const key of constants) {
    const constant = of[key]
    if (key === 'sortBy') checkSort(constant ?? {}, place)
    else checkConstant(constant ?? null)
  }
  return anyOf(named.flatMap((key) => (of[key] === undefined ? [] : [walkExpression(of[key], place)])))
}
