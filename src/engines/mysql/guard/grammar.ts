import { repairableRefusal } from '../../shared/refuse.ts'
import type { FormReader, Grammar } from '../../sql/guard/tree/grammar.ts'
import { listOf, nodeWith, unsupported, variant } from '../../sql/guard/tree/raw-tree.ts'
import { readName, readObjectName } from '../../sql/guard/tree/read-expression.ts'
import { lowerAscii } from '../../sql/names.ts'
import {
  CHARACTER_SETS,
  COLLATIONS,
  FUNCTIONS,
  LENGTH_ARGUMENTS,
  OPERATORS,
  SIZE_MAX,
  TYPED_LITERALS,
  TYPES,
  UNIT_FUNCTIONS,
  UNITS,
} from '../language/allow-list.ts'
import { jsonTable } from './json-table.ts'

/** `x = ANY (SELECT …)` and `x = ALL (SELECT …)`. */
const quantified: FormReader = (content) => {
  const { left, compare_op, right } = nodeWith(content, 'left', 'compare_op', 'right', 'is_some')
  if (!OPERATORS.has(variant(compare_op)[0])) throw unsupported('this operator')
  return [left, right]
}

const convert: FormReader = (content) => {
  const { expr, data_type, charset } = nodeWith(content, 'expr', 'data_type', 'charset')
  if (data_type !== null && data_type !== undefined && !TYPES.has(variant(data_type)[0]))
    throw unsupported('this type of CONVERT')
  if (charset !== null && charset !== undefined && !CHARACTER_SETS.has(lowerAscii(readObjectName(charset).text)))
    throw unsupported('this character set')
  return [expr]
}

const typedLiteral: FormReader = (content) => {
  const { data_type, value } = nodeWith(content, 'data_type', 'value')
  const [form] = variant(nodeWith(value, 'value').value)
  if (!TYPED_LITERALS.has(variant(data_type)[0]) || form !== 'SingleQuotedString') throw unsupported('this literal')
  return []
}

const fields =
  (read: readonly string[], ...words: readonly string[]): FormReader =>
  (content) => {
    const node = nodeWith(content, ...read, ...words)
    return read.map((field) => node[field])
  }

const trim: FormReader = (content) => {
  const { expr, trim_what, trim_characters } = nodeWith(content, 'expr', 'trim_where', 'trim_what', 'trim_characters')
  return [expr, trim_what, ...listOf(trim_characters)]
}

const forms: readonly (readonly [string, FormReader])[] = [
  ['AnyOp', quantified],
  ['AllOp', quantified],
  ['Convert', convert],
  ['TypedString', typedLiteral],
  ['Interval', fields(['value'], 'leading_field')],
  ['Extract', fields(['expr'], 'field', 'syntax')],
  ['Position', fields(['expr', 'in'])],
  ['RLike', fields(['expr', 'pattern'], 'negated', 'regexp')],
  ['Substring', fields(['expr', 'substring_from', 'substring_for'], 'special', 'shorthand')],
  ['Trim', trim],
  ['IsUnknown', (content) => [content]],
  ['IsNotUnknown', (content) => [content]],
]

const separator: FormReader = (content) => {
  const [form] = variant(nodeWith(content, 'value').value)
  if (form !== 'SingleQuotedString') throw unsupported('this separator')
  return []
}

/** Text lengths must be small literals in the query; units of time are not columns. */
const argumentsOf = (name: string, args: readonly unknown[]): readonly unknown[] => {
  const sized = LENGTH_ARGUMENTS.get(name)
  if (sized !== undefined && !isSmall(args[sized]))
    throw repairableRefusal('unsupported', `Write a number of at most ${SIZE_MAX} as the length in ${name}.`)
  return UNIT_FUNCTIONS.has(name) && isUnit(args[0]) ? args.slice(1) : args
}

const isSmall = (argument: unknown): boolean => {
  const [kind, content] = variant(argument ?? 'None')
  if (kind !== 'Value') return false
  const [form, number] = variant(nodeWith(content, 'value').value)
  return form === 'Number' && Number(listOf(number)[0]) <= SIZE_MAX
}

const isUnit = (argument: unknown): boolean => {
  const [kind, content] = variant(argument ?? 'None')
  if (kind !== 'Identifier') return false
  const { text, quote } = readName(content)
  return quote === undefined && UNITS.has(lowerAscii(text))
}

export const GRAMMAR: Grammar = {
  functions: FUNCTIONS,
  argumentsOf,
  operators: OPERATORS,
  types: TYPES,
  collations: COLLATIONS,
  literals: new Set(['Number', 'SingleQuotedString', 'HexStringLiteral', 'Boolean', 'Null']),
  forms: new Map(forms),
  argumentClauses: new Map([['Separator', separator]]),
  rowsOf: jsonTable,
  values: false,
  partsInParentheses: true,
}
