import type { Json } from '../../../../platform/values/json.ts'
import { repairableRefusal } from '../../../shared/refuse.ts'
import { firstKey, isList, isObject } from '../../language/literals.ts'
import { shortened } from '../draft/read-json.ts'
import { checkConstant } from '../expression/check-constant.ts'
import { walkExpression } from '../expression/walk-expression.ts'
import { partsOf, resolvePath } from '../shape/resolve-path.ts'
import { SCALAR, type Shape, withField } from '../shape/shape.ts'
import { walkAccumulator } from './grouping.ts'
import { checkSort } from './sorting.ts'
import { options, requiredOption, type StageContext, textOption, type WalkedStage } from './stage-options.ts'

export const walkSetWindowFields = (operand: Json, place: StageContext): WalkedStage => {
  const of = options('$setWindowFields', operand, ['partitionBy', 'sortBy', 'output'])
  if (of.partitionBy !== undefined) walkExpression(of.partitionBy, place)
  if (of.sortBy !== undefined) checkSort(of.sortBy, place)
  const shape = outputOf('$setWindowFields', of.output, place, (field) => {
    const { window = null, ...rest } = options('output', field, Object.keys(field ?? {}))
    checkConstant(window)
    const operator = firstKey(rest)
    const operand = operator === undefined ? undefined : rest[operator]
    if (operator === undefined || operand === undefined || Object.keys(rest).length > 1)
      throw repairableRefusal('syntax', 'A field of $setWindowFields is one accumulator, and its window.')
    return walkAccumulator(operator, operand, place, true)
  })
  return { stage: { $setWindowFields: of }, shape }
}

export const walkFill = (operand: Json, place: StageContext): WalkedStage => {
  const of = options('$fill', operand, ['partitionBy', 'partitionByFields', 'sortBy', 'output'])
  if (of.partitionBy !== undefined) walkExpression(of.partitionBy, place)
  checkPaths(of.partitionByFields ?? [], place)
  if (of.sortBy !== undefined) checkSort(of.sortBy, place)
  const shape = outputOf('$fill', of.output, place, (field) => {
    const { value, method } = options('output', field, ['value', 'method'])
    if (value !== undefined && method === undefined) return walkExpression(value, place)
    if (method !== 'linear' && method !== 'locf')
      throw repairableRefusal('syntax', 'A field of $fill has a value or a method.')
    return SCALAR
  })
  return { stage: { $fill: of }, shape }
}

export const walkDensify = (operand: Json, place: StageContext): WalkedStage => {
  const of = options('$densify', operand, ['field', 'partitionByFields', 'range'])
  resolvePath(place.root, textOption('$densify', of, 'field'))
  checkPaths(of.partitionByFields ?? [], place)
  const range = options('range', requiredOption('$densify', of, 'range'), ['step', 'unit', 'bounds'])
  checkConstant(range)
  return { stage: { $densify: of }, shape: place.root }
}

const outputOf = (
  stage: string,
  output: Json | undefined,
  place: StageContext,
  shapeOf: (field: Json) => Shape,
): Shape => {
  if (!isObject(output)) throw repairableRefusal('syntax', `${stage} needs output.`)
  return Object.entries(output).reduce(
    (shape, [path, field]) => withField(shape, partsOf(path), shapeOf(field)),
    place.root,
  )
}

const checkPaths = (paths: Json, place: StageContext): void => {
  for (const path of isList(paths) ? paths : [paths]) {
    if (typeof path !== 'string')
      throw repairableRefusal('syntax', `${shortened(String(path))} is not the name of a field.`)
    resolvePath(place.root, path)
  }
}
