import type { QueryResult } from '../../../ask/rules/outcome.ts'
import type { Include } from '../../../guard/chosen-tables.ts'
import type { BoundValue } from '../../../guard/restriction.ts'
import type { Table } from '../../../guard/schema.ts'
import type { LeftOut } from '../../shared/describe/inspection.ts'
import type { RowLimits } from '../../shared/run/row-collector.ts'

/** What the service asks of a child process. */
export type Job = RunJob | InspectJob

/** What a file has, beside its rows. */
export type InspectJob =
  | { readonly kind: 'describe'; readonly file: string; readonly include: Include }
  | { readonly kind: 'left out'; readonly file: string }

export interface RunJob extends RowLimits {
  readonly kind: 'run'
  readonly file: string
  readonly statement: string
  readonly parameters: readonly BoundValue[]
  readonly fence: Fence
  /** What the guard put into the draft, and the word that it replaced: columns are named after the draft. */
  readonly replaced: readonly { readonly text: string; readonly name: string }[]
}

/**
 * The tables that a statement may read, each with the only rows that it may find there. The process enforces this
 * whatever the statement says.
 */
export interface Fence {
  /** Begins every name that the statement must not be able to guess. */
  readonly secret: string
  readonly tables: readonly FencedTable[]
  /** Names that the statement gives to WITH tables. */
  readonly withNames: readonly string[]
  /** Functions whose rows the statement may read like those of a table; one that has the name of a table may not be. */
  readonly rowFunctions: readonly string[]
  /** Given to the filters by functions `<secret>_1()`, `<secret>_2()` and so on. */
  readonly values: readonly BoundValue[]
}

export interface FencedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** Says which rows; undefined for all of them. Other tables are named `main."t"`. */
  readonly filter: string | undefined
}

/** Said before the reply, for the process is deaf and dumb while SQLite works. */
export interface Begun {
  readonly kind: 'begun'
}

export type Reply =
  /** The first of many rows, so that taking them in holds nobody up; `rows` comes last, with the rest of them. */
  | { readonly kind: 'first rows'; readonly rows: QueryResult['rows'] }
  | { readonly kind: 'rows'; readonly result: QueryResult }
  /** Some tables, so that taking them in holds nobody up; the last reply of a description says so. */
  | { readonly kind: 'tables'; readonly tables: readonly Table[]; readonly isLast: boolean }
  | { readonly kind: 'left out'; readonly found: readonly LeftOut[] }
  | { readonly kind: 'too large'; readonly message: string }
  /** The file is not there, or no database. */
  | { readonly kind: 'unreachable'; readonly detail: string }
  /** SQLite's own text: for `explainError` only. */
  | { readonly kind: 'rejected'; readonly message: string }
