import type { SqlDialect } from '../../../../ask/rules/sql-dialect.ts'
import type { QueryContext } from '../query-context.ts'
import type { QueryTree } from '../tree.ts'
import { printGroups, printShare } from './print-groups.ts'
import { printList } from './print-list.ts'
import type { SqlContext } from './scope.ts'

/**
 * The text of a query in SQL.
 *
 * @param dialect of the engine
 * @throws Unplannable if it would have to guess or count rows twice
 */
export const printSql = (shared: QueryContext, dialect: SqlDialect, tree: QueryTree): string => {
  const context: SqlContext = { ...shared, dialect, aliases: new Set() }
  if (tree.share !== null) return printShare(context, tree, tree.share)
  if (tree.measures.length === 0 && tree.groups.length === 0) return printList(context, tree)
  return printGroups(context, tree)
}
