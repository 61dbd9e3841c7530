import type { ComparableKind, KnownNames } from './known-names.ts'
import { integerConstant, listAt, nodeAt, type RawNode, stringsAt, textAt } from './raw-node.ts'
import { totalKind } from './total-value.ts'

/**
 * The kind of an expression that fails on no row: a stored column, a constant, a date relative to now, or a total
 * function of these.
 *
 * @returns undefined for every other expression
 */
export const infallibleKind = (value: RawNode, names: KnownNames): ComparableKind | undefined => {
  const reference = nodeAt(value, 'ColumnRef')
  if (reference !== undefined) return names.kindOf(reference)
  if ('A_Const' in value) return 'constant'
  const cast = nodeAt(value, 'TypeCast')
  const constant = cast && castKind(cast, names)
  if (constant !== undefined) return constant
  return isMoment(value, STEPS_MAX) ? 'moment' : totalKind(value, names, infallibleKind)
}

/** An invalid constant fails by itself, before rows are read. */
const castKind = (cast: RawNode, names: KnownNames): ComparableKind | undefined => {
  const type = nodeAt(cast, 'typeName') ?? {}
  const isPlain = type.typmods === undefined && type.arrayBounds === undefined
  const isText = nodeAt(nodeAt(nodeAt(cast, 'arg') ?? {}, 'A_Const') ?? {}, 'sval') !== undefined
  return isPlain && isText ? names.kindOfType(stringsAt(type, 'names') ?? []) : undefined
}

const UNITS: ReadonlySet<string> = new Set(['day', 'week', 'month', 'quarter', 'year', 'hour', 'minute'])
const CURRENT_TIMES: ReadonlySet<string> = new Set([
  'SVFOP_CURRENT_DATE',
  'SVFOP_CURRENT_TIMESTAMP',
  'SVFOP_LOCALTIMESTAMP',
])
/** At most two steps of centuries, well within the server's calendar. */
const INTERVAL_STEP = /^\d{1,3} (?:minute|hour|day|week|month|year)s?$/
const DAYS_MAX = 36_525
const STEPS_MAX = 2

const isMoment = (value: RawNode, steps: number): boolean => {
  const word = nodeAt(value, 'SQLValueFunction')
  if (word !== undefined) return CURRENT_TIMES.has(textAt(word, 'op') ?? '')
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
  return isInterval && INTERVAL_STEP.test(constantText(nodeAt(cast ?? {}, 'arg')) ?? '')
}

const constantText = (node: RawNode | undefined): string | undefined => {
  const text = nodeAt(nodeAt(node ?? {}, 'A_Const') ?? {}, 'sval')
  return text && (textAt(text, 'sval') ?? '')
}
