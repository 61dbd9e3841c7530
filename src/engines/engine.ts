import type { PlaceOwner } from '../access/rules/fair-places.ts'
import type { QueryLanguage } from '../ask/rules/drafted-query.ts'
import type { QueryResult } from '../ask/rules/outcome.ts'
import type { Include } from '../guard/chosen-tables.ts'
import type { GuardRules } from '../guard/guard-rules.ts'
import type { GuardedQuery, GuardResult, Refusal } from '../guard/guarded-query.ts'
import type { Schema } from '../guard/schema.ts'
import type { SlotLimits } from './shared/connect/in-slot.ts'
import type { Inspection } from './shared/describe/inspection.ts'
import type { Dialect } from './shared/dialect.ts'

/**
 * One kind of customer database. Its name is spelled in its own folder and in the lists of engines, loaders and attacks
 * only. It has nine members at most: what only the terminal needs of a database is no part of it.
 */
export interface Engine {
  readonly name: string
  /** How its addresses begin, for example `postgres:`; the first one is told to people. */
  readonly schemes: readonly string[]
  readonly language: QueryLanguage
  readonly dialect: Dialect
  /**
   * Reads tables, columns and keys. A database without tables is one that went away: an empty file, another folder.
   * @param owner for whom it is read, where places are shared; an owner of its own unless said otherwise
   * @param include which tables, where somebody chose; what is made of the others costs nothing
   * @param samples where nothing is declared (`Dialect.documents`): nothing is described but what these queries find, each
   * in a collection of its own, for the owner who asks
   * @throws Problem `database_unreachable`, `database_too_large`, `query_timeout`, `busy`; an AbortError when `signal` aborts
   */
  describe(
    address: string,
    signal: AbortSignal,
    owner?: PlaceOwner,
    include?: Include,
    samples?: readonly GuardedQuery[],
  ): Promise<Schema>
  readonly inspect: Inspection
  /**
   * Turns an untrusted draft into a query that can only see the caller's rows, or refuses it. Touches no database, and
   * holds this thread for milliseconds only, whatever the draft: parsers run elsewhere, within a deadline.
   * @param owner whose draft it is, where places are shared
   * @throws Problem `tenant_busy` when too many drafts of this owner wait already
   */
  guard(draft: string, rules: GuardRules, owner?: PlaceOwner): Promise<GuardResult>
  /**
   * Runs a guarded query read-only, within its limits. The statement is gone 2 s after `signal` aborts.
   * @throws Problem `database_unreachable`, `query_timeout`, `busy`, `tenant_busy`; an AbortError when `signal` aborts.
   */
  run(address: string, query: GuardedQuery, limits: RunLimits): Promise<RunResult>
  /** Ends pools and child processes. */
  close(): Promise<void>
}

export interface RunLimits extends SlotLimits {
  readonly rowsMax: number
  /** Of all rows, as JSON, once large cells are shortened. */
  readonly bytesMax: number
  /** Rows that together have no more than this are given whole; `bytesMax` where it is absent. */
  readonly wholeBytesMax?: number
  /** Cells stay whole: rows are left out rather than cells of other rows cut. For many rows. */
  readonly keepsCellsWhole?: boolean
  /** Tags the statement where the database can show it. */
  readonly turnId: string
  /** Whether this turn's query was run before: what a server still does for that is ended first. */
  readonly again?: boolean
}

/** Rows, or why the database rejected the statement: a name-level hint for class 42 errors, nothing else. */
export type RunResult =
  | { readonly ok: true; readonly result: QueryResult }
  | { readonly ok: false; readonly refusal: Refusal }
