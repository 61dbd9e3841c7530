import type { Refusal } from '../../guard/guarded-query.ts'
import type { TableFilter } from '../../guard/table-filters.ts'
import type { Json } from '../../platform/values/json.ts'
import type { Choice } from './choice.ts'
import type { Doubt } from './doubt.ts'
import type { DateExtent } from './extent.ts'
import type { Receipt } from './receipt.ts'
import type { Ties } from './ties.ts'

/** The outcome of guarding and running one draft. Plain data: it crosses activity boundaries. */
export type Outcome = RowsOutcome | KeptOutcome | AskOutcome | RefusedOutcome

/** A query that outlasted its local step, and goes on in the process that polls this task queue. */
export interface HandedOver {
  readonly kind: 'handed_over'
  readonly queue: string
}

/** The rows themselves stay in the store, under the turn's id: workflow history holds references. */
export interface RowsOutcome {
  readonly kind: 'rows'
  /** The run of the step that stored them. */
  readonly writer: number
  readonly rowCount: number
  readonly truncated: boolean
  /** What is unusual about them; absent from usual ones. */
  readonly doubt?: Doubt
}

/** A mended query found nothing useful: the result of the previous query stays the answer. */
export interface KeptOutcome {
  readonly kind: 'kept'
}

/** Further readings of the question gave other rows: the user has to choose. No result is stored. */
export interface AskOutcome {
  readonly kind: 'asks'
  /** Most likely reading first. */
  readonly choices: readonly Choice[]
}

/** Expected: the guard or the database rejected the draft, and the planner may try again. */
export interface RefusedOutcome {
  readonly kind: 'refused'
  readonly by: 'guard' | 'database'
  readonly refusal: Refusal
}

/** Rows as they are passed inline: capped by `ROWS_MAX`, `WHOLE_BYTES_MAX` and `BYTES_MAX`. */
export interface QueryResult {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly Row[]
  /** Length of `rows`. */
  readonly rowCount: number
  /** True if the database had more rows than fit the caps. */
  readonly truncated: boolean
  /** How many more rows the database had; absent if there were none, or they were not counted. */
  readonly leftOut?: number
  /** Large cells of which `rows` has only the first characters; absent if all are whole. */
  readonly shortened?: readonly ShortenedCell[]
  readonly executionTimeMs: number
}

/** A cell shortened to its first characters. */
export type ShortenedCell = {
  /** Index of the row, from 0. */
  readonly row: number
  readonly column: string
  /** Characters of the whole cell; for an array or object that was not read to its end, its bytes in the database. */
  readonly length: number
}

/** Whether nothing was left out: neither rows nor parts of cells. */
export const isWhole = ({ truncated, shortened }: Pick<QueryResult, 'truncated' | 'shortened'>): boolean =>
  !truncated && shortened === undefined

export type Row = { readonly [column: string]: Json }

export interface ResultColumn {
  readonly name: string
  readonly type: 'number' | 'text' | 'boolean' | 'null' | 'mixed'
  /** The unit of its numbers, derived from the query; `%` for shares. */
  readonly unit?: string
  /** For people: from the planner or the glossary; absent: the words of its name. */
  readonly title?: string
}

/** The result of a query and what was run for it: stored beside the history, so that rows never pass through workflows. */
export interface QueryRun extends ResultWithReceipt {
  /** The range with data, if nothing was found. */
  readonly extent?: DateExtent
  /** Set if the last of the first rows ties with others. */
  readonly ties?: Ties
  /** Results of further queries, in order; absent from usual answers. */
  readonly parts?: readonly ResultPart[]
}

interface ResultWithReceipt {
  readonly result: QueryResult
  readonly receipt: Receipt
}

/** The rows of a further query, beside those of the first. */
export interface ResultPart extends ResultWithReceipt {
  /** One line, for the user. */
  readonly title: string
}

/** The id of the query of a turn, or of one of its parts, counted from 1. A repeated step gets the same id. */
export const queryIdOf = (turnId: string, part: number | undefined): string =>
  part === undefined ? turnId : `${turnId}-${part}`

/** Every table read for an answer, with the filters that were applied. */
export const tablesRead = ({ receipt, parts = [] }: Pick<QueryRun, 'receipt' | 'parts'>): readonly TableFilter[] => {
  const all = [receipt, ...parts.map((part) => part.receipt)].flatMap(({ tables }) => tables)
  return all.filter(({ table }, at) => all.findIndex((other) => other.table === table) === at)
}

export const ROWS_MAX = 200
/** Smaller results are returned whole; in larger ones, large cells are shortened. */
export const WHOLE_BYTES_MAX = 256 * 1024
/** Limit with shortened cells: 20 KiB for each of `ROWS_MAX`. */
export const BYTES_MAX = 4 * 1024 * 1024
/** The limit for a part: the stored result of a turn has to fit one document. */
export const PART_BYTES_MAX = 1024 * 1024
