import type { Within } from '../../../ask/rules/knowledge.ts'
import type { Table } from '../../../guard/schema.ts'

/** What has to be known of a database to print a query for it. */
export interface KnownDatabase {
  readonly tables: ReadonlyMap<string, KnownTable>
  readonly graph: {
    /** The likeliest path; tables in `via` attract it, and it begins with the key column `by` where one is named. Undefined when the tables are not connected. */
    path(from: string, to: string, via?: readonly string[], by?: string | undefined): JoinPath | undefined
  }
}

export interface KnownTable {
  /** As trees name it, and `tables` of the database. */
  readonly name: string
  /** The same name in its parts. */
  readonly path: Pick<Table, 'schema' | 'name'>
  /** Where its rows stand, if those are elements of an array. */
  readonly within: Within | null
  readonly columns: ReadonlyMap<string, KnownColumn>
  readonly primaryKey: readonly string[]
  /** The column that names a row to a person. */
  readonly label: string
  /** `support`, `tickets`. */
  readonly words: readonly string[]
  /** `support ticket`. */
  readonly singular: string
  /** True when its rows are people. */
  readonly isPerson: boolean
}

export type ColumnKind = 'key' | 'date' | 'number' | 'boolean' | 'text'

export interface KnownColumn {
  readonly kind: ColumnKind
  /** As declared. */
  readonly type: string
  readonly nullable: boolean
  /** What it is called in a result. */
  readonly shownAs: string
}

export interface JoinPath {
  readonly steps: readonly Step[]
  /** True when another path is as short and means something else. */
  readonly tied: boolean
}

/** One join. `up` leads to the one row that a key points to, otherwise to the many rows that point here. */
export interface Step {
  readonly from: string
  readonly to: string
  readonly fromColumn: string
  readonly toColumn: string
  readonly up: boolean
}
