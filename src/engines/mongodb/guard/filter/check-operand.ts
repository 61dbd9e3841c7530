import type { Json } from '../../../../platform/values/json.ts'
import { repairableRefusal } from '../../../shared/refuse.ts'
import { isList, isLiteral, isObject } from '../../language/literals.ts'
import { GEOMETRY_NAMES, isLightPattern, type Operand } from '../../language/query-operators.ts'
import { shortened } from '../draft/read-json.ts'
import { checkConstant } from '../expression/check-constant.ts'
import type { ExpressionContext } from '../expression/expression-context.ts'

const PATTERN_MAX = 1_000
const OPTIONS = /^[imsux]{0,5}$/

/** Checks the operand of a filter operator that is not itself a filter. @throws Refused */
export const checkOperand = (name: string, kind: Operand, operand: Json, place: ExpressionContext): void => {
  const wrong = (what: string): Error => repairableRefusal('syntax', `${name} takes ${what}.`)
  switch (kind) {
    case 'constant':
      checkPattern(operand, place)
      checkConstant(operand)
      return
    case 'list':
    case 'all':
      if (!isList(operand)) throw wrong('a list')
      checkPattern(operand, place)
      checkConstant(operand)
      return
    case 'pattern':
      if (typeof operand === 'string') checkPatternText(operand, place)
      else if (isObject(operand) && operand.$regularExpression !== undefined) checkPattern(operand, place)
      else throw wrong('a text')
      return
    case 'options':
      if (typeof operand !== 'string' || !OPTIONS.test(operand)) throw wrong('the letters i, m, s, u and x')
      return
    case 'flag':
      if (typeof operand !== 'boolean' && operand !== 0 && operand !== 1) throw wrong('true or false')
      return
    case 'whole':
      if (!isCount(operand)) throw wrong('a whole number')
      return
    case 'pair':
      if (!isList(operand) || operand.length !== 2 || !operand.every(isNumber)) throw wrong('two numbers')
      return
    case 'type':
    case 'bits': {
      const all = isList(operand) ? operand : [operand]
      if (!all.every((one) => typeof one === 'string' || isNumber(one))) throw wrong('names or numbers')
      return
    }
    case 'shape':
      // Reading a stored area takes time in proportion to its corners, and may fail.
      place.risk.mayFail = true
      checkGeometry(name, operand)
      return
    case 'condition':
    case 'elements':
      throw wrong('a filter')
  }
}

/** A pattern that may fail on a text would reveal that text. */
export const checkPattern = (value: Json, place: ExpressionContext): void => {
  if (isList(value)) for (const one of value) checkPattern(one, place)
  if (!isObject(value)) return
  if (isObject(value.$regularExpression)) checkPatternText(String(value.$regularExpression.pattern), place)
  else for (const name in value) checkPattern(value[name] ?? null, place)
}

const checkPatternText = (pattern: string, { risk }: ExpressionContext): void => {
  if (pattern.length > PATTERN_MAX) throw repairableRefusal('too_long', 'A pattern has too many characters.')
  if (!isLightPattern(pattern)) risk.mayFail = true
}

/** Checks an area, which may only have its own operators. @throws Refused */
const checkGeometry = (name: string, operand: Json): void => {
  if (!isObject(operand)) throw repairableRefusal('syntax', `${name} takes an area.`)
  for (const [key, value] of Object.entries(operand)) {
    if (!GEOMETRY_NAMES.has(key))
      throw repairableRefusal('unknown_operator', `${shortened(key)} is not allowed in an area.`)
    checkConstant(value)
  }
}

const isNumber = (value: Json): boolean =>
  typeof value === 'number' ||
  (isObject(value) && isLiteral(value) && Object.keys(value)[0]?.startsWith('$number') === true)

const isCount = (value: Json): boolean => isNumber(value) && (typeof value !== 'number' || Number.isInteger(value))
