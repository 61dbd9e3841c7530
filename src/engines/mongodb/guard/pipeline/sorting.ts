import type { Json } from '../../../../platform/values/json.ts'
import { slip } from '../../../shared/refuse.ts'
import { isObject } from '../../language/literals.ts'
import type { Place } from '../expression/place.ts'
import { walkExpression } from '../expression/walk-expression.ts'
import { resolvePlace } from '../shape/resolve-path.ts'

/** Checks a sort: known fields with a direction, or the text score. @throws Refused */
export const checkSort = (operand: Json, place: Place): void => {
  if (!isObject(operand)) throw slip('syntax', 'What is sorted by is an object: {"name": 1}.')
  for (const [path, direction] of Object.entries(operand)) {
    if (isObject(direction)) {
      if (Object.keys(direction).join() !== '$meta') throw slip('syntax', 'A field is sorted by 1 or by -1.')
      walkExpression(direction, place)
    } else if (direction !== 1 && direction !== -1) throw slip('syntax', 'A field is sorted by 1 or by -1.')
    else resolvePlace(place.root, path)
  }
}
