import { listAt, nodeAt, type RawNode, stringsAt, textAt } from './raw-node.ts'

/** The operands of a comparison that cannot fail on values of one kind. */
type Comparison =
  | { readonly form: 'values'; readonly values: readonly RawNode[] }
  | { readonly form: 'pair'; readonly left: RawNode; readonly right: RawNode }
  | { readonly form: 'pattern'; readonly tested: RawNode }

/** Operators that PostgreSQL marks as leakproof, for values of one kind. */
export const COMPARISONS: ReadonlySet<string> = new Set('= <> < > <= >='.split(' '))

const PAIRS: ReadonlySet<string> = new Set(['AEXPR_OP', 'AEXPR_DISTINCT', 'AEXPR_NOT_DISTINCT'])
const RANGES: ReadonlySet<string> = new Set([
  'AEXPR_IN',
  'AEXPR_BETWEEN',
  'AEXPR_NOT_BETWEEN',
  'AEXPR_BETWEEN_SYM',
  'AEXPR_NOT_BETWEEN_SYM',
])
const PATTERNS: ReadonlySet<string> = new Set(['AEXPR_LIKE', 'AEXPR_ILIKE'])

/** @returns undefined for other operators, and for a pattern that is not a constant or ends in its escape character */
export const comparisonOf = (expression: RawNode): Comparison | undefined => {
  const [kind, [operator = ''] = []] = [textAt(expression, 'kind') ?? '', stringsAt(expression, 'name')]
  const [left = {}, right = {}] = [nodeAt(expression, 'lexpr'), nodeAt(expression, 'rexpr')]
  if (RANGES.has(kind)) return { form: 'values', values: [left, ...listAt(nodeAt(right, 'List') ?? {}, 'items')] }
  if (PAIRS.has(kind) && COMPARISONS.has(operator)) return { form: 'pair', left, right }
  const pattern = textAt(nodeAt(nodeAt(right, 'A_Const') ?? {}, 'sval') ?? {}, 'sval')
  // A trailing backslash is an error only for values that match up to it.
  const isValidPattern = PATTERNS.has(kind) && pattern?.endsWith('\\') === false
  return isValidPattern ? { form: 'pattern', tested: left } : undefined
}
