import type { Refusal } from '../../guard/guarded-query.ts'
import type { TableFilter } from '../../guard/table-filters.ts'
import type { Json } from '../../platform/values/json.ts'
import type { Choice } from './choice.ts'
import type { Doubt } from './doubt.ts'
import type { Extent } from './extent.ts'
import type { Receipt } from './receipt.ts'
import type { Ties } from './ties.ts'

/** What became of one draft when it was guarded and run. Plain data: it crosses activity boundaries. */
export type Outcome = RowsOutcome | KeptOutcome | AskOutcome | RefusedOutcome

/** The rows themselves stay in the store, under the turn's id: workflow history holds references. */
export interface RowsOutcome {
  readonly kind: 'rows'
  /** Which run of the step has stored them. */
  readonly writer: number
  readonly rowCount: number
  readonly truncated: boolean
  /** What is odd about them; absent from the usual ones. */
  readonly doubt?: Doubt
}

/** A mended query found nothing that would answer the question: what the one before it gave stays the answer. */
export interface KeptOutcome {
  readonly kind: 'kept'
}

/** Further readings of the question gave other rows: its asker is to choose. Nothing is stored as results. */
export interface AskOutcome {
  readonly kind: 'asks'
  /** The likeliest reading first. */
  readonly choices: readonly Choice[]
}

/** Expected: the guard or the database rejected the draft, and the planner may try again. */
export interface RefusedOutcome {
  readonly kind: 'refused'
  readonly by: 'guard' | 'database'
  readonly refusal: Refusal
}

/** Rows as they travel inline: capped by `ROWS_MAX`, `WHOLE_BYTES_MAX` and `BYTES_MAX`. */
export interface QueryResult {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly Row[]
  /** Rows in `rows`. */
  readonly rowCount: number
  /** True when the database had more rows than fit the caps. */
  readonly truncated: boolean
  /** How many rows the database had beyond these; absent where there were none, or nobody counted them. */
  readonly leftOut?: number
  /** Large cells of which `rows` has the first characters only; absent where all are whole. */
  readonly shortened?: readonly ShortenedCell[]
  readonly executionTimeMs: number
}

/** A cell that is shown as a text of its first characters. */
export type ShortenedCell = {
  /** Which of the rows, counted from 0. */
  readonly row: number
  readonly column: string
  /** Characters of the whole cell; where an array or object was not read to its end, its bytes in the database. */
  readonly length: number
}

/** Whether nothing was left out: neither rows nor parts of cells. */
export const isWhole = ({ truncated, shortened }: Pick<QueryResult, 'truncated' | 'shortened'>): boolean =>
  !truncated && shortened === undefined

export type Row = { readonly [column: string]: Json }

export interface ResultColumn {
  readonly name: string
  readonly type: 'number' | 'text' | 'boolean' | 'null' | 'mixed'
  /** What its numbers count, by what the query makes them from; `%` of shares. */
  readonly unit?: string
}

/** What a query gave and what was run for it: kept beside the history, so that rows never travel through workflows. */
export interface QueryRun extends ResultWithReceipt {
  /** What there is instead, where nothing was found. */
  readonly extent?: Extent
  /** Where the last of the first rows ties with others. */
  readonly ties?: Ties
  /** What more was asked beside it, in its order; absent from the usual answer. */
  readonly parts?: readonly ResultPart[]
}

interface ResultWithReceipt {
  readonly result: QueryResult
  readonly receipt: Receipt
}

/** The rows of one more query, beside those of the first. */
export interface ResultPart extends ResultWithReceipt {
  /** One line, for the person who asked. */
  readonly title: string
}

/** Of a turn, or of one of its parts, counted from 1: a step that runs again means the same one. */
export const queryIdOf = (turnId: string, part: number | undefined): string =>
  part === undefined ? turnId : `${turnId}-${part}`

/** Every table that was read for an answer, with how it was narrowed. */
export const tablesRead = ({ receipt, parts = [] }: Pick<QueryRun, 'receipt' | 'parts'>): readonly TableFilter[] => {
  const all = [receipt, ...parts.map((part) => part.receipt)].flatMap(({ tables }) => tables)
  return all.filter(({ table }, at) => all.findIndex((other) => other.table === table) === at)
}

export const ROWS_MAX = 200
/** Rows that have no more are given whole; of larger ones, large cells are shortened. */
export const WHOLE_BYTES_MAX = 256 * 1024
/** Rows with their large cells shortened: 20 KiB for each of `ROWS_MAX`. */
export const BYTES_MAX = 4 * 1024 * 1024
/** The same of a part: what is stored of a turn stays within one document. */
export const PART_BYTES_MAX = 1024 * 1024
