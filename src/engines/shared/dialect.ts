import type { SqlDialect } from '../../ask/rules/sql-dialect.ts'
import type { GuardedQuery } from '../../guard/guarded-query.ts'
import type { NameFolding } from '../../guard/name-folding.ts'
import type { ForeignKey, Schema, Table } from '../../guard/schema.ts'
import type { Json } from '../../platform/values/json.ts'

/** How queries of an engine are written and displayed. */
export interface Dialect {
  /** The database system in spans, as OpenTelemetry names it (`db.system.name`). */
  readonly system: string
  /** What a planner must know about it, in a few sentences. */
  readonly notes: string
  /** Rules for models that write queries: lines that begin with `- `. */
  readonly promptRules: string
  /** SQL spelling for planners that print queries; null where queries are not SQL. */
  readonly sql: SqlDialect | null
  /** The engine's name folding; returns the same object for the same answer, because it is a cache key. */
  folding(schema: Schema): NameFolding
  /**
   * A draft that reads short texts of columns. Its rows: `place` (index of the column in `wanted`), `value`, and
   * `times` (number of rows with the value).
   */
  draftTexts(wanted: TextsRequest): string
  /** Set for document databases, which declare no columns. */
  readonly documents?: DocumentDialect
  /** The command that creates an index on one column, for display; SQL engines use `sql`. */
  indexStatement?(table: string, column: string): string
  /** A guarded query with its values, for display; only where a statement is not executable text. */
  shown?(query: GuardedQuery): Json
}

interface DocumentDialect {
  /**
   * A draft that reads some whole documents of a collection.
   *
   * @param newest whether to read the most recently added documents
   */
  draftSample(collection: string, limits: { readonly documentsMax: number; readonly newest: boolean }): string
  /** Fields of a collection that refer to other collections, by names and types alone. @param tables all collections */
  namedKeys(tables: readonly Table[]): (table: Table) => readonly ForeignKey[]
}

export interface TextsRequest {
  /** Named as in the policy. */
  readonly columns: readonly { readonly table: string; readonly column: string }[]
  /** Maximum number of values per column. */
  readonly valuesMax: number
  /** Maximum length of a text in characters. */
  readonly lengthMax: number
  /** Maximum number of rows read per table; all rows if absent. */
  readonly rowsMax?: number
  /** Restricts to texts equal to one of these. */
  readonly equal?: readonly string[]
  /** Restricts to texts that contain one of these words, ignoring case; without pattern characters. */
  readonly containing?: readonly string[]
}

/** Drafts in the engine's language that read one table. */
interface TableDrafts {
  /** Counts the rows, as `n`. */
  readonly count: string
  /** The first rows with every column, in database order. */
  firstRows(rowsMax: number): string
}

/** The drafts of a table or collection. */
export const tableDrafts = ({ dialect: { sql } }: { readonly dialect: Dialect }, table: Table): TableDrafts => {
  if (sql !== null) {
    const from = sql.table(table)
    return {
      count: `SELECT COUNT(*) AS n FROM ${from}`,
      firstRows: (rowsMax) => `SELECT * FROM ${from} ${sql.limit(rowsMax)}`,
    }
  }
  const command = (stage: object) => JSON.stringify({ collection: table.name, pipeline: [stage] })
  return { count: command({ $count: 'n' }), firstRows: (rowsMax) => command({ $limit: rowsMax }) }
}
