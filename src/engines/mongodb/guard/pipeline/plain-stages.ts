import type { Json } from '../../../../platform/values/json.ts'
import { repairableRefusal } from '../../../shared/refuse.ts'
import { isObject } from '../../language/literals.ts'
import { walkExpression } from '../expression/walk-expression.ts'
import { walkFilter } from '../filter/walk-filter.ts'
import { partsOf, resolvePath } from '../shape/resolve-path.ts'
import { asSingle, documentOf, OPEN, SCALAR, withField } from '../shape/shape.ts'
import { checkSort } from './sorting.ts'
import { countOption, options, type StageContext, textOption, type WalkedStage } from './stage-options.ts'

/** Text searches are allowed in the first stage only. */
export const walkMatch = (operand: Json, place: StageContext): WalkedStage => {
  walkFilter(operand, { ...place, allowsText: false })
  return { stage: { $match: operand }, shape: place.root }
}

export const walkSort = (operand: Json, place: StageContext): WalkedStage => {
  checkSort(operand, place)
  if (!isObject(operand) || Object.keys(operand).length === 0) throw repairableRefusal('syntax', '$sort needs a field.')
  return { stage: { $sort: operand }, shape: place.root }
}

export const walkLimit = (operand: Json, { root }: StageContext): WalkedStage => ({
  stage: { $limit: countOption('$limit', operand, 1) },
  shape: root,
})

export const walkSkip = (operand: Json, { root }: StageContext): WalkedStage => ({
  stage: { $skip: countOption('$skip', operand, 0) },
  shape: root,
})

export const walkSample = (operand: Json, { root }: StageContext): WalkedStage => {
  const { size = 0 } = options('$sample', operand, ['size'])
  return { stage: { $sample: { size: countOption('$sample', size, 1) } }, shape: root }
}

export const walkCount = (operand: Json): WalkedStage => {
  if (typeof operand !== 'string' || partsOf(operand).length > 1)
    throw repairableRefusal('syntax', '$count takes a name.')
  return { stage: { $count: operand }, shape: documentOf([[operand, SCALAR]]) }
}

export const walkUnwind = (operand: Json, { root }: StageContext): WalkedStage => {
  const of =
    typeof operand === 'string'
      ? { path: operand }
      : options('$unwind', operand, ['path', 'includeArrayIndex', 'preserveNullAndEmptyArrays'])
  const path = textOption('$unwind', of, 'path')
  if (!path.startsWith('$') || path.startsWith('$$'))
    throw repairableRefusal('syntax', 'The path of $unwind begins with "$".')
  const unwound = withField(root, partsOf(path.slice(1)), asSingle(resolvePath(root, path.slice(1))))
  if (typeof (of.preserveNullAndEmptyArrays ?? false) !== 'boolean')
    throw repairableRefusal('syntax', 'preserveNullAndEmptyArrays is true or false.')
  const index = of.includeArrayIndex === undefined ? undefined : partsOf(textOption('$unwind', of, 'includeArrayIndex'))
  return { stage: { $unwind: operand }, shape: index === undefined ? unwound : withField(unwound, index, SCALAR) }
}

/** Evaluated at every level of a document, with the names of that level. */
export const walkRedact = (operand: Json, place: StageContext): WalkedStage => {
  walkExpression(operand, { ...place, root: OPEN })
  return { stage: { $redact: operand }, shape: place.root }
}
