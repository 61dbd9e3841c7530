import type { Refusal } from '../guard/guarded-query.ts'
import type { Json } from '../json.ts'
import type { Receipt } from './receipt.ts'

/** What became of one draft when it was guarded and run. Plain data: it crosses activity boundaries. */
export type Outcome = RowsOutcome | RefusedOutcome

/** The rows themselves stay in the store, under the turn's id: workflow history holds references. */
export interface RowsOutcome {
  readonly kind: 'rows'
  /** Which run of the step has stored them; absent from turns of an earlier version. */
  readonly writer?: number
  readonly rowCount: number
  readonly truncated: boolean
}

/** Expected: the guard or the database rejected the draft, and the planner may try again. */
export interface RefusedOutcome {
  readonly kind: 'refused'
  readonly by: 'guard' | 'database'
  readonly refusal: Refusal
}

/** Rows as they travel inline: capped by `ROWS_MAX` and `BYTES_MAX`. */
export interface QueryResult {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly Row[]
  /** Rows in `rows`. */
  readonly rowCount: number
  /** True when the database had more rows than fit the caps. */
  readonly truncated: boolean
  readonly executionTimeMs: number
}

export type Row = { readonly [column: string]: Json }

export interface ResultColumn {
  readonly name: string
  readonly type: 'number' | 'text' | 'boolean' | 'null' | 'mixed'
}

/** What a query gave and what was run for it: kept beside the history, so that rows never travel through workflows. */
export interface QueryRun {
  readonly result: QueryResult
  readonly receipt: Receipt
}

export const ROWS_MAX = 200
export const BYTES_MAX = 256 * 1024
