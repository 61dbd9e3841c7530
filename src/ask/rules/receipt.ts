import { GUARD_VERSION } from '../../guard/guard-version.ts'
import type { GuardedQuery } from '../../guard/guarded-query.ts'
import type { TableFilter } from '../../guard/table-filters.ts'
import type { QueryDraft } from './draft.ts'
import type { QueryResult } from './outcome.ts'

/** What is known of a guarded query before it runs, without bound values. */
export interface GuardedStatement {
  readonly engine: string
  /** As run, with placeholders for the bound values. */
  readonly statement: string
  readonly tables: readonly TableFilter[]
  /** Which restrictions were bound, never their values. A restriction that filtered nothing is left out. */
  readonly filters: readonly ('tenant' | 'scope')[]
  /** Equal for equal statements, for any caller and any bound values: SHA-256, in hex. */
  readonly fingerprint: string
  readonly guardVersion: number
}

/** What was run for an answer, and with which filters. */
export interface Receipt extends GuardedStatement {
  readonly databaseId: string
  /** The statement as the planner wrote it. */
  readonly drafted: string
  /** The planner that wrote it, as in `Draft`. */
  readonly planner: string
  readonly rowCount: number
  readonly truncated: boolean
  readonly executionTimeMs: number
  /** ISO 8601, UTC. */
  readonly executedAt: string
  /** Further readings that were run before the question was answered; absent if there were none. */
  readonly compared?: readonly ComparedStatement[]
}

/** A statement that was run only to compare its result. */
export interface ComparedStatement extends GuardedStatement {
  /** The statement as the planner wrote it. */
  readonly drafted: string
  /** Absent if it was cancelled, or failed. */
  readonly rowCount?: number
}

export const guardedStatement = (
  { engine, statement, filters }: GuardedQuery,
  tables: readonly TableFilter[],
  fingerprint: string,
): GuardedStatement => ({ engine, statement, tables, filters, fingerprint, guardVersion: GUARD_VERSION })

interface Executed {
  readonly databaseId: string
  readonly draft: Pick<QueryDraft, 'query' | 'planner'>
  readonly guarded: GuardedStatement
  readonly result: QueryResult
  readonly executedAt: Date
  readonly compared?: readonly ComparedStatement[]
}

export const receiptOf = ({ databaseId, draft, guarded, result, executedAt, compared = [] }: Executed): Receipt => ({
  ...guarded,
  databaseId,
  drafted: draft.query,
  planner: draft.planner,
  rowCount: result.rowCount,
  truncated: result.truncated,
  executionTimeMs: result.executionTimeMs,
  executedAt: executedAt.toISOString(),
  ...(compared.length === 0 ? {} : { compared }),
})
