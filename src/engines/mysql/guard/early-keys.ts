import { isNode, listOf, type RawNode } from '../../sql/guard/tree/raw-tree.ts'
import { AGGREGATES } from '../language/allow-list.ts'
import { mayFailOnRow } from './may-fail.ts'

/**
 * Whether the outermost SELECT sorts or groups by what may fail on a row. A server that needs one table only for that
 * does it before it joins others; tables that are seen through their parents are joined with them. `mayFail` judges all
 * else.
 *
 * @param tree of the draft
 */
export const keysMayFail = (tree: unknown): boolean =>
  listOf(tree).some((statement) => isNode(statement) && ofQuery(statement.Query))

const ofQuery = (query: unknown): boolean => {
  if (!isNode(query)) return false
  const sorts = isNode(query.order_by) && isNode(query.order_by.kind) ? listOf(query.order_by.kind.Expressions) : []
  return ofBody(
    query.body,
    sorts.map((sort) => (isNode(sort) ? sort.expr : sort)),
  )
}

const ofBody = (body: unknown, sorts: readonly unknown[]): boolean => {
  if (!isNode(body)) return true
  const parts = body.SetOperation
  // What is united has been computed; its parts have no order that matters.
  if (isNode(parts)) return ofBody(parts.left, []) || ofBody(parts.right, [])
  if (isNode(body.Query)) return ofQuery(body.Query)
  const select = body.Select
  if (!isNode(select)) return true
  const items = listOf(select.projection).map(itemOf)
  const risky = items.filter(({ expression }) => !isSummed(expression) && mayFailOnRow(expression))
  if (risky.length > 0 && select.distinct === 'Distinct') return true
  const groups = isNode(select.group_by) ? listOf(listOf(select.group_by.Expressions)[0]) : []
  return [...sorts, ...groups].some((key) => {
    const position = isNode(key) && Object.hasOwn(key, 'Value')
    const name = isNode(key) && isNode(key.Identifier) ? String(key.Identifier.value).toLowerCase() : undefined
    if (position || name !== undefined) return risky.some(({ alias }) => position || alias === name)
    return !isSummed(key) && mayFailOnRow(key)
  })
}

const itemOf = (item: unknown): { readonly expression: unknown; readonly alias: string | undefined } => {
  const named = isNode(item) && isNode(item.ExprWithAlias) ? item.ExprWithAlias : undefined
  const alias = isNode(named?.alias) ? String(named.alias.value).toLowerCase() : undefined
  return { expression: named === undefined ? item : named.expr, alias }
}

/** Whether something of an expression is computed of several rows, all of which were joined. */
const isSummed = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(isSummed)
  if (!isNode(value) || Object.hasOwn(value, 'body')) return false
  return (isNode(value.Function) && isOfRows(value.Function)) || Object.values(value).some(isSummed)
}

const isOfRows = ({ name, over }: RawNode): boolean => {
  const [first] = listOf(name)
  const word = isNode(first) && isNode(first.Identifier) ? String(first.Identifier.value).toLowerCase() : ''
  return AGGREGATES.has(word) || (over ?? null) !== null
}
