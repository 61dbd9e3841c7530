import type { SqlDialect } from '../../../ask/rules/sql-dialect.ts'
import type { KnownDatabase } from './known-database.ts'
import { printPipeline } from './pipeline/print-pipeline.ts'
import { Unplannable } from './query-context.ts'
import { printSql } from './sql/print-sql.ts'
import type { QueryTree } from './tree.ts'

/**
 * The text of a query, as an engine runs it.
 *
 * @param dialect of the engine; null for pipelines over documents
 * @throws Unplannable if it would have to guess or count rows twice
 */
export const printQuery = (database: KnownDatabase, dialect: SqlDialect | null, tree: QueryTree): string => {
  const context = { database, via: tree.via }
  return dialect === null ? printPipeline(context, tree) : printSql(context, dialect, tree)
}

/** As `printQuery`; null instead of Unplannable. */
export const queryText = (...asked: Parameters<typeof printQuery>): string | null => {
  try {
    return printQuery(...asked)
  } catch (error) {
    if (error instanceof Unplannable) return null
    throw error
  }
}
