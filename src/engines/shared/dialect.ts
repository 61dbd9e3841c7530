import type { SqlDialect } from '../../ask/rules/sql-dialect.ts'
import type { GuardedQuery } from '../../guard/guarded-query.ts'
import type { NameFolding } from '../../guard/name-folding.ts'
import type { ForeignKey, Schema, Table } from '../../guard/schema.ts'
import type { Json } from '../../platform/values/json.ts'

/** How queries of an engine are written, and how what stands in them is read: for models, planners and people. */
export interface Dialect {
  /** What a planner must know of it, in a few sentences. */
  readonly notes: string
  /** How a model is to write queries in its language: lines that begin with `- `. */
  readonly promptRules: string
  /** How queries are spelled for it, for planners that print them; null where queries are no SQL. */
  readonly sql: SqlDialect | null
  /** Which names mean the same in a database; the same object for the same answer, because look-ups are kept by it. */
  folding(schema: Schema): NameFolding
  /**
   * A draft, as a planner would write it, for the short texts of columns. Its rows: `place`, the place of a column among
   * those that are wanted, `value`, and `times`, in how many of the rows that were looked at.
   */
  draftTexts(wanted: TextsWanted): string
  /** Where nothing is declared, and columns are what documents hold. */
  readonly documents?: DocumentDialect
  /** How an index by one column is made, for people; where queries are SQL, `sql` says it. */
  indexStatement?(table: string, column: string): string
  /** A guarded query as people are shown it with its values; only where a statement is no text that could be run. */
  shown?(query: GuardedQuery): Json
}

export interface DocumentDialect {
  /**
   * A draft for some whole documents of a collection.
   *
   * @param newest whether they are to be those that were added last
   */
  draftSample(collection: string, limits: { readonly documentsMax: number; readonly newest: boolean }): string
  /**
   * Which fields of a collection refer to another one, by their names and types alone.
   *
   * @param tables all collections
   */
  namedKeys(tables: readonly Table[]): (table: Table) => readonly ForeignKey[]
}

export interface TextsWanted {
  /** Named as in the policy. */
  readonly columns: readonly { readonly table: string; readonly column: string }[]
  /** Of each column. */
  readonly valuesMax: number
  /** Characters of a text. */
  readonly lengthMax: number
  /** Rows of each table that are looked at, the first ones there are; all of them where it is left out. */
  readonly rowsMax?: number
  /** Only texts that are one of these. */
  readonly equal?: readonly string[]
  /** Only texts that contain one of these, in whatever case: words, without signs that patterns know. */
  readonly containing?: readonly string[]
}

/** Drafts that read one table and nothing else, in the language of an engine. */
export interface TableDrafts {
  /** Counts its rows, as `n`. */
  readonly count: string
  /** Its first rows with every column, in the order of the database. */
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
