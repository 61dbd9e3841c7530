import type { Json } from '../../../../platform/values/json.ts'
import { slip } from '../../../shared/refuse.ts'
import { ACCUMULATORS, type Accumulator } from '../../language/accumulators.ts'
import { firstKey, isList, isLiteral, isObject, type JsonObject } from '../../language/literals.ts'
import { shown } from '../draft/read-json.ts'
import { checkConstant } from '../expression/check-constant.ts'
import type { Place } from '../expression/place.ts'
import { walkExpression } from '../expression/walk-expression.ts'
import { partsOf } from '../shape/resolve-path.ts'
import { anyOf, documentOf, SCALAR, type Shape, STORED_WEIGHT, withWeight } from '../shape/shape.ts'
import { checkSort } from './sorting.ts'
import { needed, options, type StagePlace, type Walked } from './walked.ts'

export const walkGroup = (operand: Json, place: StagePlace): Walked => {
  if (!isObject(operand) || isLiteral(operand)) throw slip('syntax', '$group takes an object.')
  const { _id, ...accumulators } = operand
  if (_id === undefined) throw slip('syntax', '$group needs _id.')
  const id = walkExpression(_id, place)
  const { output, fields } = walkOutput(accumulators, place)
  return { stage: { $group: { _id, ...output } }, shape: documentOf([['_id', id], ...fields]) }
}

export const walkBucket = (operand: Json, place: StagePlace): Walked => {
  const of = options('$bucket', operand, ['groupBy', 'boundaries', 'default', 'output'])
  const id = walkExpression(needed('$bucket', of, 'groupBy'), place)
  checkConstant([needed('$bucket', of, 'boundaries'), of.default ?? null])
  return withOutput('$bucket', of, id, place)
}

export const walkBucketAuto = (operand: Json, place: StagePlace): Walked => {
  const of = options('$bucketAuto', operand, ['groupBy', 'buckets', 'granularity', 'output'])
  walkExpression(needed('$bucketAuto', of, 'groupBy'), place)
  checkConstant([needed('$bucketAuto', of, 'buckets'), of.granularity ?? null])
  return withOutput('$bucketAuto', of, documentOf([...BOUNDS]), place)
}

const BOUNDS = [['min', SCALAR] as const, ['max', SCALAR] as const]

const withOutput = (stage: string, of: JsonObject, id: Shape, place: StagePlace): Walked => {
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

export const walkSortByCount = (operand: Json, place: StagePlace): Walked => ({
  stage: { $sortByCount: operand },
  shape: documentOf([
    ['_id', walkExpression(operand, place)],
    ['count', SCALAR],
  ]),
})

/** The output fields, each from one accumulator. */
const walkOutput = (
  accumulators: JsonObject,
  place: StagePlace,
): { readonly output: JsonObject; readonly fields: readonly (readonly [string, Shape])[] } => {
  const output: Record<string, Json> = {}
  const fields: (readonly [string, Shape])[] = []
  for (const [name, value] of Object.entries(accumulators)) {
    if (partsOf(name).length > 1) throw slip('odd_name', `${shown(name)}: a group has no dotted names.`)
    const [operator, operand] = isObject(value) && !isLiteral(value) ? Object.entries(value) : []
    if (operator === undefined || operand !== undefined)
      throw slip('syntax', `${shown(name)} is one accumulator, for example {"$sum": 1}.`)
    fields.push([name, walkAccumulator(operator[0], operator[1], place, false)])
    // `$sum: 1` is known to every server, `$count` is not.
    output[name] = operator[0] === '$count' ? { $sum: 1 } : value
  }
  return { output, fields }
}

/** @param inWindow whether window-only accumulators are allowed */
export const walkAccumulator = (name: string, operand: Json, place: StagePlace, inWindow: boolean): Shape => {
  const accumulator = ACCUMULATORS.get(name)
  if (accumulator === undefined || (accumulator.windowOnly === true && !inWindow))
    throw slip('unknown_operator', `${shown(name)} is not an accumulator that can stand here.`)
  const shape = operandsShape(name, accumulator, operand, place)
  return accumulator.collects === true ? withWeight(shape, Math.max(STORED_WEIGHT, shape.weight)) : SCALAR
}

const operandsShape = (name: string, { named, constants = [] }: Accumulator, operand: Json, place: Place): Shape => {
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
