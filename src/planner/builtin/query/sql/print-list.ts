import { columnOf, Unplannable } from '../query-context.ts'
import { columnName } from '../result-names.ts'
import type { QueryTree } from '../tree.ts'
import { addConditions } from './condition-texts.ts'
import { Scope, type SqlContext } from './scope.ts'
import { selectText } from './select-text.ts'

/** Rows of a table, with own columns and columns of referenced rows. */
export const printList = (context: SqlContext, tree: QueryTree): string => {
  const scope = new Scope(context, tree.anchor)
  const order = tree.order.flatMap(({ by, descending }) => {
    if (typeof by === 'string') return []
    const text = scope.column(by)
    const nullable = columnOf(context, by)?.nullable ?? true
    // The first rows of an order should have a value to sort by.
    if (nullable && tree.limit !== null) scope.where.push(`${text} IS NOT NULL`)
    return [context.dialect.order(text, descending ? 'descending' : 'ascending')]
  })
  addConditions(scope, tree.where)
  const shown = tree.columns.map((ref) => ({
    text: scope.column(ref, ref.table !== tree.anchor && !tree.via.includes(ref.table)),
    name: columnName(context, tree, ref),
  }))
  const [first] = shown
  if (first === undefined) throw new Unplannable('nothing to show')
  const keys = scope.table.primaryKey.map((key) => scope.at(scope.alias, key))
  const isOrdered = tree.order.length > 0 || tree.limit !== null
  const ties = tree.distinct ? shown.map(({ text }) => text) : isOrdered ? keys : [first.text, ...keys]
  return selectText(scope, { shown, distinct: tree.distinct, order, ties, limit: tree.limit })
}
