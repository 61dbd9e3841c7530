import { outputName } from './output-name.ts'
import { isNode, listAt, nodeAt, type RawNode, stringOf, stringsAt, textAt } from './raw-node.ts'

/**
 * The names of result columns with decimals that the server may have rounded, because they are computed by a division,
 * root, average or similar. Follows column names through all sub-selects; a name used twice counts for both.
 */
export const roundedColumns = (query: RawNode): ReadonlySet<string> => {
  const columns = [...columnsIn({ SelectStmt: query })]
  const rounded = new Set(columns.filter(({ parts }) => parts.some(containsRounding)).map(({ name }) => name))
  for (let before = -1; before < rounded.size; ) {
    before = rounded.size
    for (const { name, parts } of columns) if (parts.some((part) => refersTo(part, rounded))) rounded.add(name)
  }
  return rounded
}

/** A column of a query or sub-select, and its expression. */
interface ComputedColumn {
  readonly name: string
  readonly parts: readonly RawNode[]
}

function* columnsIn(node: RawNode): Generator<ComputedColumn> {
  for (const { type, fields } of nodesIn(node)) {
    if (type === 'ResTarget') {
      const value = nodeAt(fields, 'val')
      if (value !== undefined) yield { name: textAt(fields, 'name') ?? outputName(value, NO_NAMES), parts: [value] }
    } else if (type === 'CommonTableExpr') {
      for (const name of stringsAt(fields, 'aliascolnames') ?? []) yield { name, parts: [fields] }
    } else if (type === 'RangeSubselect') {
      const alias = nodeAt(fields, 'alias')
      for (const name of (alias && stringsAt(alias, 'colnames')) ?? []) yield { name, parts: [fields] }
    } else if (type === 'SelectStmt' || type === 'larg' || type === 'rarg') yield* setOperationColumns(fields)
  }
}

/** Columns of a UNION have the names of its first part. */
function* setOperationColumns(select: RawNode): Generator<ComputedColumn> {
  const other = nodeAt(select, 'rarg')
  let first = nodeAt(select, 'larg')
  if (first === undefined || other === undefined) return
  for (let left = nodeAt(first, 'larg'); left !== undefined; left = nodeAt(left, 'larg')) first = left
  for (const target of listAt(first, 'targetList')) {
    const fields = nodeAt(target, 'ResTarget')
    const value = fields && nodeAt(fields, 'val')
    if (fields === undefined || value === undefined) continue
    yield { name: textAt(fields, 'name') ?? outputName(value, NO_NAMES), parts: [other] }
  }
}

const NO_NAMES: ReadonlyMap<RawNode, string> = new Map()

/** Functions and operators whose decimal results have as many digits as the server chooses. */
const ROUNDING_FUNCTIONS: ReadonlySet<string> = new Set([
  '/',
  '^',
  '|/',
  '||/',
  'avg',
  'cbrt',
  'corr',
  'covar_pop',
  'covar_samp',
  'exp',
  'ln',
  'log',
  'log10',
  'pow',
  'power',
  'sqrt',
  'stddev',
  'stddev_pop',
  'stddev_samp',
  'var_pop',
  'var_samp',
  'variance',
])

const containsRounding = (part: RawNode): boolean => {
  for (const { type, fields } of nodesIn(part)) {
    const key = type === 'FuncCall' ? 'funcname' : type === 'A_Expr' ? 'name' : undefined
    const name = key && stringOf(listAt(fields, key).at(-1))
    if (name !== undefined && ROUNDING_FUNCTIONS.has(name)) return true
  }
  return false
}

const refersTo = (part: RawNode, wanted: ReadonlySet<string>): boolean => {
  for (const { type, fields } of nodesIn(part)) {
    const name = type === 'ColumnRef' ? stringOf(listAt(fields, 'fields').at(-1)) : undefined
    if (name !== undefined && wanted.has(name)) return true
  }
  return false
}

/** All nodes of a tree, with their type. */
function* nodesIn(root: RawNode): Generator<{ readonly type: string; readonly fields: RawNode }> {
  const pending: unknown[] = [root]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) pending.push(...next)
    else if (isNode(next))
      for (const [type, fields] of Object.entries(next)) {
        if (isNode(fields)) yield { type, fields }
        if (typeof fields === 'object' && fields !== null) pending.push(fields)
      }
  }
}
