import { repairableRefusal } from '../../shared/refuse.ts'
import type { Grammar } from '../../sql/guard/tree/grammar.ts'
import { isNode, listOf, nodeWith, unsupported, variant } from '../../sql/guard/tree/raw-tree.ts'
import { readObjectName } from '../../sql/guard/tree/read-expression.ts'
import { lowerAscii } from '../../sql/names.ts'
import { COLLATIONS, FUNCTIONS, OPERATORS, ROW_FUNCTIONS, TYPES } from '../language/allow-list.ts'

const substring = (content: unknown): readonly unknown[] => {
  const known = ['expr', 'substring_from', 'substring_for', 'special', 'shorthand']
  const { expr, substring_from, substring_for, special } = nodeWith(content, ...known)
  if (special !== true) throw repairableRefusal('unsupported', 'Write substr(text, start, length).')
  return [expr, substring_from, substring_for]
}

const trim = (content: unknown): readonly unknown[] => {
  const { expr, trim_characters } = nodeWith(content, 'expr', 'trim_characters')
  return [expr, ...listOf(trim_characters)]
}

/** `json_each(text)` and `json_tree(text, path)`. */
const rowsOf: Grammar['rowsOf'] = (form, content) => {
  if (form !== 'Table' || !isNode(content) || !isNode(content.args)) return undefined
  const called = nodeWith(content, 'name', 'args', 'alias')
  const { text, quote } = readObjectName(called.name)
  const [name, args] = [lowerAscii(text), listOf(nodeWith(called.args, 'args').args)]
  const columns = ROW_FUNCTIONS.get(name)
  if (columns === undefined || quote !== undefined) return undefined
  if (args.length < 1 || args.length > 2)
    throw repairableRefusal('unsupported', `Write ${name}(text) or ${name}(text, path).`)
  return { name, columns, alias: called.alias, args: args.map(expressionOf) }
}

const expressionOf = (argument: unknown): unknown => {
  const [form, content] = variant(argument)
  const [kind, expression] = form === 'Unnamed' ? variant(content) : [form]
  if (kind !== 'Expr') throw unsupported('this form of arguments')
  return expression
}

export const GRAMMAR: Grammar = {
  functions: FUNCTIONS,
  operators: OPERATORS,
  types: TYPES,
  collations: COLLATIONS,
  literals: new Set(['Number', 'SingleQuotedString', 'HexStringLiteral', 'Boolean', 'Null']),
  forms: new Map([
    ['Substring', substring],
    ['Trim', trim],
  ]),
  argumentClauses: new Map(),
  rowsOf,
  values: true,
  partsInParentheses: false,
}
