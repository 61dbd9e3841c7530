import { isNode, listOf, type RawNode } from '../../sql/guard/tree/raw-tree.ts'
import { AGGREGATES } from '../language/allow-list.ts'
import { mayFailOnRow } from './may-fail.ts'

/**
 * Whether the outermost SELECT sorts or groups by something that may fail on a row. A server may compute this for one
 * table before joining others, including parents that filter its rows. `mayFail` covers everything else.
 *
 * @param tree the draft's syntax tree
 */
export const keysMayFail = (tree: unknown): boolean =>
  listOf(tree).some((statement) => isNode(statement) && queryKeysMayFail(statement.Query))

const queryKeysMayFail = (query: unknown): boolean => {
  if (!isNode(query)) return false
  const sorts = isNode(query.order_by) && isNode(query.order_by.kind) ? listOf(query.order_by.kind.Expressions) : []
  return bodyKeysMayFail(
    query.body,
    sorts.map((sort) => (isNode(sort) ? sort.expr : sort)),
  )
}

const bodyKeysMayFail = (body: unknown, sorts: readonly unknown[]): boolean => {
  if (!isNode(body)) return true
  const parts = body.SetOperation
  // Parts of a set operation are already computed, and their order does not matter.
  if (isNode(parts)) return bodyKeysMayFail(parts.left, []) || bodyKeysMayFail(parts.right, [])
  if (isNode(body.Query)) return queryKeysMayFail(body.Query)
  const select = body.Select
  if (!isNode(select)) return true
  const items = listOf(select.projection).map(readItem)
  const risky = items.filter(({ expression }) => !isOverRows(expression) && mayFailOnRow(expression))
  if (risky.length > 0 && select.distinct === 'Distinct') return true
  const groups = isNode(select.group_by) ? listOf(listOf(select.group_by.Expressions)[0]) : []
  return [...sorts, ...groups].some((key) => {
    const position = isNode(key) && Object.hasOwn(key, 'Value')
    const name = isNode(key) && isNode(key.Identifier) ? String(key.Identifier.value).toLowerCase() : undefined
    if (position || name !== undefined) return risky.some(({ alias }) => position || alias === name)
    return !isOverRows(key) && mayFailOnRow(key)
  })
}

const readItem = (item: unknown): { readonly expression: unknown; readonly alias: string | undefined } => {
  const named = isNode(item) && isNode(item.ExprWithAlias) ? item.ExprWithAlias : undefined
  const alias = isNode(named?.alias) ? String(named.alias.value).toLowerCase() : undefined
  return { expression: named === undefined ? item : named.expr, alias }
}

/** Whether part of an expression is computed over several rows, all of which have been joined. */
const isOverRows = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(isOverRows)
  if (!isNode(value) || Object.hasOwn(value, 'body')) return false
  return (isNode(value.Function) && isAggregateOrWindow(value.Function)) || Object.values(value).some(isOverRows)
}

const isAggregateOrWindow = ({ name, over }: RawNode): boolean => {
  const [first] = listOf(name)
  const word = isNode(first) && isNode(first.Identifier) ? String(first.Identifier.value).toLowerCase() : ''
  return AGGREGATES.has(word) || (over ?? null) !== null
}
