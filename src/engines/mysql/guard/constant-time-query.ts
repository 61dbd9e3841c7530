import { isNode, listOf, type RawNode } from '../../sql/guard/tree/raw-tree.ts'

/**
 * Whether the condition of a query is nothing but a sub-query that takes equally long for every row: over one table,
 * looked up by columns of the outer row or not at all. Other conditions, joins or outer queries may take longer for
 * certain rows, which the time limit would reveal.
 *
 * @param select the draft's outermost SELECT
 */
export const isConstantTimeQuery = ({ from, selection }: RawNode): boolean => {
  const within = unwrapped(selection)
  if (tableOf(from) === undefined) return false
  if (isNode(within.Exists)) return isEven(within.Exists.subquery)
  if (isNode(within.InSubquery)) return isColumn(within.InSubquery.expr) && isEven(within.InSubquery.subquery)
  if (!isNode(within.BinaryOp) || !COMPARISONS.has(String(within.BinaryOp.op))) return false
  const { left, right } = within.BinaryOp
  return isColumn(left) && isNode(right) && isEven(right.Subquery)
}

/** The only table in FROM. */
const tableOf = (from: unknown): RawNode | undefined => {
  const [tables, ...more] = listOf(from)
  if (more.length > 0 || !isNode(tables) || listOf(tables.joins).length > 0 || !isNode(tables.relation))
    return undefined
  return isNode(tables.relation.Table) ? tables.relation.Table : undefined
}

const COMPARISONS: ReadonlySet<string> = new Set(['Eq', 'NotEq', 'Lt', 'LtEq', 'Gt', 'GtEq'])

const unwrapped = (value: unknown): RawNode => {
  if (!isNode(value)) return {}
  if (isNode(value.Nested)) return unwrapped(value.Nested)
  return isNode(value.UnaryOp) && value.UnaryOp.op === 'Not' ? unwrapped(value.UnaryOp.expr) : value
}

const isColumn = (value: unknown): boolean =>
  isNode(value) && (Object.hasOwn(value, 'Identifier') || Object.hasOwn(value, 'CompoundIdentifier'))

const isEven = (query: unknown): boolean => {
  const select = isNode(query) && isNode(query.body) ? query.body.Select : undefined
  if (!isNode(query) || !isNode(select) || (query.with ?? null) !== null || (select.having ?? null) !== null)
    return false
  const table = tableOf(select.from)
  if (table === undefined) return false
  const alias = nameOf(isNode(table.alias) ? table.alias.name : firstOf(table.name))
  return (
    (select.selection ?? null) === null ||
    conjuncts(select.selection).every((one) => isColumnEquality(one) || isOwnComparison(one, alias))
  )
}

const conjuncts = (condition: unknown): readonly unknown[] => {
  const within = isNode(condition) && isNode(condition.BinaryOp) ? condition.BinaryOp : undefined
  return within?.op === 'And' ? [...conjuncts(within.left), ...conjuncts(within.right)] : [condition]
}

/** `i.order_id = o.id` */
const isColumnEquality = (condition: unknown): boolean => {
  const { BinaryOp: within } = unwrapped(condition)
  return isNode(within) && within.op === 'Eq' && isColumn(within.left) && isColumn(within.right)
}

/** Whether a condition compares a qualified column of the table itself with a constant. */
const isOwnComparison = (condition: unknown, alias: string): boolean => {
  const { BinaryOp: within } = unwrapped(condition)
  if (!isNode(within) || !COMPARISONS.has(String(within.op)) || !isNode(within.left) || !isNode(within.right))
    return false
  const [table, ...path] = listOf(within.left.CompoundIdentifier)
  return path.length === 1 && nameOf(table) === alias && Object.hasOwn(within.right, 'Value')
}

const firstOf = (path: unknown): unknown => {
  const [first] = listOf(path)
  return isNode(first) ? first.Identifier : undefined
}

const nameOf = (name: unknown): string => (isNode(name) ? String(name.value).toLowerCase() : '')

/** Whether any part reads tables and so takes longer than computing one row. */
export const readsTables = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(readsTables)
  if (!isNode(value)) return false
  return listOf(value.from).length > 0 || Object.values(value).some(readsTables)
}
