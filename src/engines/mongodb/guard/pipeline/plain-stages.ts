import type { Json } from '../../../../platform/values/json.ts'
import { slip } from '../../../shared/refuse.ts'
import { isObject } from '../../language/literals.ts'
import { walkExpression } from '../expression/walk-expression.ts'
import { walkFilter } from '../filter/walk-filter.ts'
import { partsOf, resolvePath } from '../shape/resolve-path.ts'
import { asSingle, documentOf, OPEN, SCALAR, withField } from '../shape/shape.ts'
import { checkSort } from './sorting.ts'
import { count, options, type StagePlace, text, type Walked } from './walked.ts'

/** Text searches are allowed in the first stage only. */
export const walkMatch = (operand: Json, place: StagePlace): Walked => {
  walkFilter(operand, { ...place, takesText: false })
  return { stage: { $match: operand }, shape: place.root }
}

export const walkSort = (operand: Json, place: StagePlace): Walked => {
  checkSort(operand, place)
  if (!isObject(operand) || Object.keys(operand).length === 0) throw slip('syntax', '$sort needs a field.')
  return { stage: { $sort: operand }, shape: place.root }
}

export const walkLimit = (operand: Json, { root }: StagePlace): Walked => ({
  stage: { $limit: count('$limit', operand, 1) },
  shape: root,
})

export const walkSkip = (operand: Json, { root }: StagePlace): Walked => ({
  stage: { $skip: count('$skip', operand, 0) },
  shape: root,
})

export const walkSample = (operand: Json, { root }: StagePlace): Walked => {
  const { size = 0 } = options('$sample', operand, ['size'])
  return { stage: { $sample: { size: count('$sample', size, 1) } }, shape: root }
}

export const walkCount = (operand: Json): Walked => {
  if (typeof operand !== 'string' || partsOf(operand).length > 1) throw slip('syntax', '$count takes a name.')
  return { stage: { $count: operand }, shape: documentOf([[operand, SCALAR]]) }
}

export const walkUnwind = (operand: Json, { root }: StagePlace): Walked => {
  const of =
    typeof operand === 'string'
      ? { path: operand }
      : options('$unwind', operand, ['path', 'includeArrayIndex', 'preserveNullAndEmptyArrays'])
  const path = text('$unwind', of, 'path')
  if (!path.startsWith('$') || path.startsWith('$$')) throw slip('syntax', 'The path of $unwind begins with "$".')
  const unwound = withField(root, partsOf(path.slice(1)), asSingle(resolvePath(root, path.slice(1))))
  if (typeof (of.preserveNullAndEmptyArrays ?? false) !== 'boolean')
    throw slip('syntax', 'preserveNullAndEmptyArrays is true or false.')
  const index = of.includeArrayIndex === undefined ? undefined : partsOf(text('$unwind', of, 'includeArrayIndex'))
  return { stage: { $unwind: operand }, shape: index === undefined ? unwound : withField(unwound, index, SCALAR) }
}

/** Evaluated at every level of a document, with the names of that level. */
export const walkRedact = (operand: Json, place: StagePlace): Walked => {
  walkExpression(operand, { ...place, root: OPEN })
  return { stage: { $redact: operand }, shape: place.root }
}
