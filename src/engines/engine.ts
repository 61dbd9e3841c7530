import type { SlotOwner } from '../access/rules/fair-semaphore.ts'
import type { QueryLanguage } from '../ask/rules/drafted-query.ts'
import type { QueryResult } from '../ask/rules/outcome.ts'
import type { GuardRules } from '../guard/guard-rules.ts'
import type { GuardedQuery, GuardResult, Refusal } from '../guard/guarded-query.ts'
import type { IncludePatterns } from '../guard/included-tables.ts'
import type { Schema } from '../guard/schema.ts'
import type { SlotLimits } from './shared/connect/run-in-slot.ts'
import type { Inspection } from './shared/describe/inspection.ts'
import type { Dialect } from './shared/dialect.ts'

/**
 * One kind of customer database. Its name appears only in its own folder and in the lists of engines and loaders. At most nine members: what only the command needs is not part of it.
 */
export interface Engine {
  readonly name: string
  readonly addresses: EngineAddresses
  readonly language: QueryLanguage
  readonly dialect: Dialect
  /**
   * Reads tables, columns and keys. An empty result is an error: the file is empty or the folder another one.
   * @param owner whose slots are used; by default the description has its own
   * @param include patterns of the tables to read; other tables cost nothing
   * @param samples for document databases (`Dialect.documents`): describe only what these queries find for the owner,
   * one query per collection
   * @throws Problem `database_unreachable`, `database_too_large`, `query_timeout`, `busy`; an AbortError when `signal`
   * aborts
   */
  describe(
    address: string,
    signal: AbortSignal,
    owner?: SlotOwner,
    include?: IncludePatterns,
    samples?: readonly GuardedQuery[],
  ): Promise<Schema>
  readonly inspect: Inspection
  /**
   * Rewrites an untrusted draft so that it can only see the caller's rows, or refuses it. Does not access the database,
   * and blocks this thread for milliseconds only: parsers run in other threads with a deadline.
   * @param owner the caller, for fair sharing of parser threads
   * @throws Problem `tenant_busy` when too many drafts of this owner wait already
   */
  guard(draft: string, rules: GuardRules, owner?: SlotOwner): Promise<GuardResult>
  /**
   * Runs a guarded query read-only, within its limits. The statement is stopped within 2 s after `signal` aborts.
   * @throws Problem `database_unreachable`, `query_timeout`, `busy`, `tenant_busy`; an AbortError when `signal` aborts.
   */
  run(address: string, query: GuardedQuery, limits: RunLimits): Promise<RunResult>
  /** Ends pools and child processes. */
  close(): Promise<void>
}

/** The form of an engine's addresses. */
interface EngineAddresses {
  /** Prefixes, for example `postgres:`; the first one is shown in messages. */
  readonly schemes: readonly string[]
  /** Whether an address is the path of a file on this machine, without host or certificate. */
  readonly areFiles: boolean
}

export interface RunLimits extends SlotLimits {
  readonly rowsMax: number
  /** Maximum size of all rows as JSON, after large cells are truncated. */
  readonly bytesMax: number
  /** Results up to this size keep whole cells; default `bytesMax`. */
  readonly wholeBytesMax?: number
  /** Drops rows instead of truncating cells, for exports. */
  readonly keepsCellsWhole?: boolean
  /** Tag of the statement, where the database can display it. */
  readonly turnId: string
  /** Whether an earlier attempt of this turn ran the query: its server process is ended first. */
  readonly again?: boolean
}

/** Rows, or the reason for a rejection; only errors about names (class 42) carry a hint. */
export type RunResult =
  | { readonly ok: true; readonly result: QueryResult }
  | { readonly ok: false; readonly refusal: Refusal }
