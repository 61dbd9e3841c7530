import { prettyJson } from '../../../../platform/values/pretty-json.ts'
import { type QueryContext, Unplannable } from '../query-context.ts'
import { conditionTables } from '../tables-of.ts'
import type { Condition, QueryTree } from '../tree.ts'
import { printGroups } from './print-groups.ts'
import { printList } from './print-list.ts'
import { ScalarSubqueries } from './scalar-subqueries.ts'

/**
 * The text of a query for a database of documents: a collection and its pipeline stages.
 *
 * @throws Unplannable if it would have to guess or count rows twice
 */
export const printPipeline = (shared: QueryContext, tree: QueryTree): string => {
  if (leadsBack([...tree.where, ...(tree.share ?? [])], tree.anchor))
    throw new Unplannable(`rows of ${tree.anchor}, by others of them`)
  const foundBefore = new ScalarSubqueries()
  const isList = tree.share === null && tree.measures.length === 0 && tree.groups.length === 0
  const print = isList ? printList : printGroups
  const { collection, stages } = foundBefore.before(print({ ...shared, foundBefore }, tree))
  return prettyJson({ collection, pipeline: stages })
}

/** Whether a condition on related rows refers back to the queried table, which is ambiguous: the same rows, or all of them? */
const leadsBack = (conditions: readonly Condition[], table: string): boolean =>
  conditions.some((condition) => {
    if (condition.type === 'any') return leadsBack(condition.options, table)
    if (condition.type !== 'related') return false
    return condition.where.flatMap(conditionTables).includes(table) || leadsBack(condition.where, table)
  })
