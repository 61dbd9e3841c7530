import { listAt, nodeAt, type RawNode, stringsAt, textAt } from './raw-node.ts'
import { findName, findQualified, type Scope } from './scope.ts'

type OnColumn = (name: string) => void

/**
 * Whether a condition may run on rows before a filter `column = value` did.
 *
 * PostgreSQL runs the conditions of one table cheapest first, and counts operators and functions only: a condition of
 * one of them that raises an error (`total::int IS NULL`, `'x' ~ name`) costs what the filter costs and may come first,
 * on rows of everybody, so that its error would tell of them. What compares (one operator more than what it compares)
 * always comes after. Tables of a query with any other condition are fenced.
 *
 * @param scope where the columns of the condition are looked up; they are known to be there
 * @param onColumn is told of columns that are conditions by themselves, because a column is stored as it is
 */
export const isLight = (condition: RawNode, scope: Scope | undefined, onColumn: OnColumn): boolean => {
  const [type = ''] = Object.keys(condition)
  const node = nodeAt(condition, type)
  if (node === undefined) return true
  switch (type) {
    case 'BoolExpr':
      return listAt(node, 'args').some((part) => isLight(part, scope, onColumn))
    case 'A_Expr':
      return isLightOperator(node)
    case 'SubLink':
      return textAt(node, 'subLinkType') === 'EXPR_SUBLINK'
    case 'NullTest':
    case 'BooleanTest': {
      const arg = nodeAt(node, 'arg')
      return arg === undefined || !isOwnColumn(arg, scope, onColumn)
    }
    case 'A_Const':
      return false
    case 'ColumnRef':
      return !isOwnColumn(condition, scope, onColumn)
    default:
      return true
  }
}

/** A pattern that is no constant may be malformed, and one that ends in a backslash is for the rows that get so far. */
const isLightOperator = (node: RawNode): boolean => {
  const [operator = ''] = stringsAt(node, 'name') ?? []
  if (COMPARISONS.has(operator)) return false
  const pattern = constantText(nodeAt(node, 'rexpr'))
  return !PATTERNS.has(operator) || pattern === undefined || pattern.endsWith('\\')
}

/** SIMILAR TO has its pattern translated first. */
const constantText = (node: RawNode | undefined): string | undefined => {
  const call = node && nodeAt(node, 'FuncCall')
  const [pattern, ...more] = call === undefined ? [node] : listAt(call, 'args')
  if (call !== undefined && (more.length > 0 || stringsAt(call, 'funcname')?.at(-1) !== 'similar_to_escape'))
    return undefined
  const text = nodeAt(nodeAt(pattern ?? {}, 'A_Const') ?? {}, 'sval')
  return text && (textAt(text, 'sval') ?? '')
}

const COMPARISONS: ReadonlySet<string> = new Set([
  ...['=', '<>', '<', '>', '<=', '>='],
  ...['BETWEEN', 'NOT BETWEEN', 'BETWEEN SYMMETRIC', 'NOT BETWEEN SYMMETRIC'],
])
const PATTERNS: ReadonlySet<string> = new Set(['~~', '!~~', '~~*', '!~~*', '~', '!~', '~*', '!~*'])

/** A column of a table as it is stored: the column of a sub-select may stand for any expression. */
const isOwnColumn = (node: RawNode, scope: Scope | undefined, onColumn: OnColumn): boolean => {
  const reference = nodeAt(node, 'ColumnRef')
  const names = reference && stringsAt(reference, 'fields')
  if (names === undefined) return false
  const [first = '', second] = names.slice(-2)
  const { relation, column } = second === undefined ? findName(scope, first) : findQualified(scope, first, second)
  onColumn(second ?? first)
  return relation.table !== undefined && column !== undefined
}
