import { slip } from '../../refuse.ts'
import type { Grammar } from '../../spliced/tree/grammar.ts'
import { listOf, nodeWith } from '../../spliced/tree/raw-tree.ts'
import { COLLATIONS, FUNCTIONS, OPERATORS, TYPES } from './allow-list.ts'

const substring = (content: unknown): readonly unknown[] => {
  const known = ['expr', 'substring_from', 'substring_for', 'special', 'shorthand']
  const { expr, substring_from, substring_for, special } = nodeWith(content, ...known)
  if (special !== true) throw slip('unsupported', 'Write substr(text, start, length).')
  return [expr, substring_from, substring_for]
}

const trim = (content: unknown): readonly unknown[] => {
  const { expr, trim_characters } = nodeWith(content, 'expr', 'trim_characters')
  return [expr, ...listOf(trim_characters)]
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
  values: true,
  partsInParentheses: false,
}
