import type { SqlDialect } from '../../../domain/ask/sql-dialect.ts'
import type { KnownDatabase } from './known-database.ts'
import { printFolded, printGroups, printShare } from './print-groups.ts'
import { printList } from './print-list.ts'
import { type QueryContext, Unplannable } from './scope.ts'
import type { QueryTree } from './tree.ts'

/**
 * The text of a query, as an engine runs it.
 *
 * @param dialect of the engine that is to run it; null where queries are no SQL
 * @throws Unplannable when it would have to guess or count rows twice, or cannot be spelled for the engine
 */
export const printQuery = (database: KnownDatabase, dialect: SqlDialect | null, tree: QueryTree): string => {
  if (dialect === null) throw new Unplannable('how to ask this kind of database')
  const context: QueryContext = { database, dialect, via: tree.via, aliases: new Set() }
  if (tree.share !== null) return printShare(context, tree, tree.share)
  if (tree.measures.length === 0 && tree.groups.length === 0) return printList(context, tree)
  return tree.outer === null ? printGroups(context, tree) : printFolded(context, tree, tree.outer)
}
