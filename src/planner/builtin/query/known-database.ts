import type { ArrayParent } from '../../../ask/rules/knowledge.ts'
import type { Table } from '../../../guard/schema.ts'

/** What printing a query needs to know of a database. */
export interface KnownDatabase {
  readonly tables: ReadonlyMap<string, KnownTable>
  readonly graph: {
    /** The most likely path, preferring tables in `via`, beginning with the key column `by` if given. Undefined if the tables are not connected. */
    path(from: string, to: string, via?: readonly string[], by?: string | undefined): JoinPath | undefined
  }
}

export interface KnownTable {
  /** The key in `tables`, used by query trees. */
  readonly name: string
  /** Its schema and name. */
  readonly path: Pick<Table, 'schema' | 'name'>
  /** The array that its rows are elements of, if any. */
  readonly within: ArrayParent | null
  readonly columns: ReadonlyMap<string, KnownColumn>
  readonly primaryKey: readonly string[]
  /** The column that identifies a row to a person. */
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
  /** Its name in a result. */
  readonly shownAs: string
}

export interface JoinPath {
  readonly steps: readonly Step[]
  /** True if another path is equally short and has another meaning. */
  readonly tied: boolean
}

/** One join. `up` leads to the one row that a foreign key references, otherwise to the rows that reference this one. */
export interface Step {
  readonly from: string
  readonly to: string
  readonly fromColumn: string
  readonly toColumn: string
  readonly up: boolean
}
