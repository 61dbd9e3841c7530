import type { QueryResult } from '../../../ask/rules/outcome.ts'
import type { IncludePatterns } from '../../../guard/included-tables.ts'
import type { BoundValue } from '../../../guard/restriction.ts'
import type { Table } from '../../../guard/schema.ts'
import type { OmittedObject } from '../../shared/describe/inspection.ts'
import type { RowLimits } from '../../shared/run/row-collector.ts'

/** A request to a child process. */
export type Job = RunJob | InspectJob

/** Reads metadata of a file, not its rows. */
export type InspectJob =
  | { readonly kind: 'describe'; readonly file: string; readonly include: IncludePatterns }
  | { readonly kind: 'left out'; readonly file: string }

export interface RunJob extends RowLimits {
  readonly kind: 'run'
  readonly file: string
  readonly statement: string
  readonly parameters: readonly BoundValue[]
  readonly fence: Fence
  /** Texts that the guard inserted and the words they replaced, so that columns are named after the draft. */
  readonly replaced: readonly { readonly text: string; readonly name: string }[]
}

/**
 * The tables that a statement may read, each limited to certain rows; the child process enforces this for any
 * statement.
 */
export interface Fence {
  /** Unguessable prefix of internal names. */
  readonly secret: string
  readonly tables: readonly FencedTable[]
  /** Names of WITH tables in the statement. */
  readonly withNames: readonly string[]
  /** Table functions that the statement may call; those with the name of a table are excluded. */
  readonly rowFunctions: readonly string[]
  /** Values for the filters, through functions `<secret>_1()`, `<secret>_2()` and so on. */
  readonly values: readonly BoundValue[]
}

export interface FencedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** Condition for the rows; undefined for all rows. Other tables are named `main."t"`. */
  readonly filter: string | undefined
}

/** Sent before the work, because the process cannot communicate while SQLite runs. */
export interface JobStarted {
  readonly kind: 'begun'
}

export type Reply =
  /** A batch of rows, so that the parent is not blocked; `rows` comes last. */
  | { readonly kind: 'first rows'; readonly rows: QueryResult['rows'] }
  | { readonly kind: 'rows'; readonly result: QueryResult }
  /** A batch of tables, so that the parent is not blocked; the last one is marked. */
  | { readonly kind: 'tables'; readonly tables: readonly Table[]; readonly isLast: boolean }
  | { readonly kind: 'left out'; readonly found: readonly OmittedObject[] }
  | { readonly kind: 'too large'; readonly message: string }
  /** The file is missing or not a database. */
  | { readonly kind: 'unreachable'; readonly detail: string }
  /** SQLite's own text: for `explainError` only. */
  | { readonly kind: 'rejected'; readonly message: string }
