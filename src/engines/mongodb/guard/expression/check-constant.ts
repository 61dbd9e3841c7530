import type { Json } from '../../../../platform/values/json.ts'
import { slip } from '../../../shared/refuse.ts'
import { isList, isLiteral, isObject } from '../../language/literals.ts'
import { shown } from '../draft/read-json.ts'

/**
 * A value that is no expression: nothing in it is named like an operator.
 *
 * @throws Refused
 */
export const checkConstant = (value: Json): void => {
  if (isList(value)) for (const one of value) checkConstant(one)
  else if (isObject(value) && !isLiteral(value))
    for (const [name, one] of Object.entries(value)) {
      if (name.startsWith('$')) throw slip('unknown_operator', `${shown(name)} cannot stand in a constant.`)
      checkConstant(one)
    }
}
