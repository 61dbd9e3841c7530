import type { Json } from '../../../../platform/values/json.ts'
import { repairableRefusal } from '../../../shared/refuse.ts'
import { isObject } from '../../language/literals.ts'
import type { ExpressionContext } from '../expression/expression-context.ts'
import { walkExpression } from '../expression/walk-expression.ts'
import { resolvePathOrPosition } from '../shape/resolve-path.ts'

/** Checks a sort: known fields with a direction, or the text score. @throws Refused */
export const checkSort = (operand: Json, place: ExpressionContext): void => {
  if (!isObject(operand)) throw repairableRefusal('syntax', 'What is sorted by is an object: {"name": 1}.')
  for (const [path, direction] of Object.entries(operand)) {
    if (isObject(direction)) {
      if (Object.keys(direction).join() !== '$meta')
        throw repairableRefusal('syntax', 'A field is sorted by 1 or by -1.')
      walkExpression(direction, place)
    } else if (direction !== 1 && direction !== -1)
      throw repairableRefusal('syntax', 'A field is sorted by 1 or by -1.')
    else resolvePathOrPosition(place.root, path)
  }
}
