import type { Json } from '../../../../platform/values/json.ts'
import { repairableRefusal } from '../../../shared/refuse.ts'
import { isList, isLiteral, isObject } from '../../language/literals.ts'
import { shortened } from '../draft/read-json.ts'

/** Checks that a value is constant: no name in it looks like an operator. @throws Refused */
export const checkConstant = (value: Json): void => {
  if (isList(value)) for (const one of value) checkConstant(one)
  else if (isObject(value) && !isLiteral(value))
    for (const [name, one] of Object.entries(value)) {
      if (name.startsWith('$'))
        throw repairableRefusal('unknown_operator', `${shortened(name)} cannot stand in a constant.`)
      checkConstant(one)
    }
}
