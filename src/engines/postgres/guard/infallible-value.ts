import type { Compared, KnownNames } from './known-names.ts'
import { integerConstant, listAt, nodeAt, type RawNode, stringsAt, textAt } from './raw-node.ts'
import { totalKind } from './total-value.ts'

/**
 * What kind of value an expression is that fails on no row: a column as it is stored, a constant, a moment that is
 * reckoned from now, or what a total function makes of one of them.
 *
 * @returns undefined for every other expression
 */
export const infallibleKind = (value: RawNode, names: KnownNames): Compared | undefined => {
  const reference = nodeAt(value, 'ColumnRef')
  if (reference !== undefined) return names.kindOf(reference)
  if ('A_Const' in value) return 'constant'
  const cast = nodeAt(value, 'TypeCast')
  const constant = cast && castKind(cast, names)
  if (constant !== undefined) return constant
  return isMoment(value, STEPS_MAX) ? 'moment' : totalKind(value, names, infallibleKind)
}

/** A constant that is no value of its type fails by itself, before there are rows. */
const castKind = (cast: RawNode, names: KnownNames): Compared | undefined => {
  const type = nodeAt(cast, 'typeName') ?? {}
  const isPlain = type.typmods === undefined && type.arrayBounds === undefined
  const isText = nodeAt(nodeAt(nodeAt(cast, 'arg') ?? {}, 'A_Const') ?? {}, 'sval') !== undefined
  return isPlain && isText ? names.kindOfType(stringsAt(type, 'names') ?? []) : undefined
}

const UNITS: ReadonlySet<string> = new Set(['day', 'week', 'month', 'quarter', 'year', 'hour', 'minute'])
const TODAY: ReadonlySet<string> = new Set(['SVFOP_CURRENT_DATE', 'SVFOP_CURRENT_TIMESTAMP', 'SVFOP_LOCALTIMESTAMP'])
/** Centuries at most, and no more than two of them: the server's calendar goes on for longer. */
const STEP = /^\d{1,3} (?:minute|hour|day|week|month|year)s?$/
const DAYS_MAX = 36_525
const STEPS_MAX = 2

const isMoment = (value: RawNode, steps: number): boolean => {
  const word = nodeAt(value, 'SQLValueFunction')
  if (word !== undefined) return TODAY.has(textAt(word, 'op') ?? '')
  const call = nodeAt(value, 'FuncCall')
  if (call !== undefined) {
    const [name = '', ...more] = stringsAt(call, 'funcname') ?? []
    const [first, second, ...others] = listAt(call, 'args')
    if (more.length > 0 || others.length > 0) return false
    if (name === 'now') return first === undefined
    const isUnit = UNITS.has(constantText(first)?.toLowerCase() ?? '')
    return name === 'date_trunc' && isUnit && second !== undefined && isMoment(second, steps)
  }
  const step = nodeAt(value, 'A_Expr')
  const [operator = ''] = (step && stringsAt(step, 'name')) ?? []
  const [from, by] = [step && nodeAt(step, 'lexpr'), step && nodeAt(step, 'rexpr')]
  const isSum = steps > 0 && (operator === '+' || operator === '-')
  return isSum && from !== undefined && isMoment(from, steps - 1) && isStep(from, by)
}

const isStep = (from: RawNode, by: RawNode | undefined): boolean => {
  const days = integerConstant(by)
  if (days !== undefined) return Math.abs(days) <= DAYS_MAX && 'SQLValueFunction' in from
  const cast = nodeAt(by ?? {}, 'TypeCast')
  const type = cast && nodeAt(cast, 'typeName')
  const isInterval = type !== undefined && stringsAt(type, 'names')?.at(-1) === 'interval' && type.typmods === undefined
  return isInterval && STEP.test(constantText(nodeAt(cast ?? {}, 'arg')) ?? '')
}

const constantText = (node: RawNode | undefined): string | undefined => {
  const text = nodeAt(nodeAt(node ?? {}, 'A_Const') ?? {}, 'sval')
  return text && (textAt(text, 'sval') ?? '')
}
