import { repairableRefusal } from '../../shared/refuse.ts'
import { FUNCTIONS } from '../language/allow-list.ts'
import { shortened } from '../language/names.ts'
import { unsupported } from './node-fields.ts'
import { integerConstant, listAt, nodeAt, type RawNode, stringsAt, textAt } from './raw-node.ts'
import type { Walk } from './walk.ts'

const PAD_MAX = 1_000
const REPEAT_MAX = 100
const SERIES_MAX = 1_000_000

/** Refuses a function that is not allowed, or whose arguments allocate memory by a number. @returns its name */
export const checkCall = (walk: Walk, call: RawNode): string => {
  const names = stringsAt(call, 'funcname') ?? []
  const name = names.at(-1) ?? ''
  const known = FUNCTIONS.has(name) && (names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog'))
  if (!known) throw repairableRefusal('unknown_function', `There is no function ${shortened(names.join('.'))}.`)
  const args = listAt(call, 'args')
  if (name === 'repeat') {
    walk.countGrowing()
    const [text] = args
    const plain = text !== undefined && ('A_Const' in text || 'ColumnRef' in text)
    if (!plain || !isAtMost(args[1], REPEAT_MAX))
      throw repairableRefusal(
        'too_large',
        `Repeat a constant or a column, and write a constant of at most ${REPEAT_MAX} times.`,
      )
  }
  if (name === 'lpad' || name === 'rpad') {
    walk.countGrowing()
    if (!isAtMost(args[1], PAD_MAX))
      throw repairableRefusal('too_large', `Pad to a constant length of at most ${PAD_MAX}.`)
  }
  if (name === 'generate_series') checkSeries(args)
  if (name === 'format' && !isPlainFormat(args[0]))
    throw repairableRefusal(
      'too_large',
      'Write the first argument of format as a constant, with widths of at most two digits.',
    )
  if (call.func_variadic === true && name === 'format') throw unsupported('VARIADIC')
  return name
}

const isAtMost = (node: RawNode | undefined, max: number): boolean => {
  const value = integerConstant(node)
  return value !== undefined && value <= max
}

/** Dates, columns and the time limit bound a series; constants must be bounded here. */
const checkSeries = (args: readonly RawNode[]): void => {
  const constants = args.map((arg) => ('A_Const' in arg ? (integerConstant(arg) ?? Number.NaN) : undefined))
  const numeric = args.some((arg) => 'A_Const' in arg && nodeAt(nodeAt(arg, 'A_Const') ?? {}, 'fval') !== undefined)
  const [from, to, step] = constants
  const count = from === undefined || to === undefined ? 0 : Math.abs(to - from) / Math.abs(step ?? 1)
  if (numeric || count > SERIES_MAX || constants.some((one) => one !== undefined && Math.abs(one) > 1e9))
    throw repairableRefusal('too_large', `Write a series of at most ${SERIES_MAX} whole numbers.`)
}

/** Allows `%s`, `%-10s` and `%1$s`, but not `%1000000000s` and `%*s`. */
const isPlainFormat = (node: RawNode | undefined): boolean => {
  const constant = node && nodeAt(node, 'A_Const')
  const text = constant && nodeAt(constant, 'sval')
  if (text === undefined) return false
  return !/%[^sIL%]{0,12}(?:\*|\d{3})/.test(textAt(text, 'sval') ?? '')
}
