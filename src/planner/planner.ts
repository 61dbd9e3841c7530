import type { Composition } from '../domain/ask/answer.ts'
import type { Draft, QueryDraft } from '../domain/ask/draft.ts'
import type { Glossary } from '../domain/ask/glossary.ts'
import type { QueryResult } from '../domain/ask/outcome.ts'
import type { RecentTurn } from '../domain/ask/question.ts'
import type { Refusal } from '../domain/guard/guarded-query.ts'
import type { Schema } from '../domain/guard/schema.ts'

/** Question → draft → answer text. Nothing that a planner writes is trusted. */
export interface Planner {
  /** `builtin`, or `model:<name>`. */
  readonly name: string
  /** True when it needs no network: its steps may then run as local activities. */
  readonly offline: boolean
  /** @throws Problem `model_failed` */
  draft(request: DraftRequest): Promise<Draft>
  /** Words the rows; calls `emit` with each chunk of text. @throws Problem `model_failed` */
  compose(request: ComposeRequest, emit: (chunk: string) => Promise<void>): Promise<Composition>
}

/** What a planner may know: only what this caller may see. */
export interface Knowledge {
  readonly databaseName: string
  readonly engine: string
  readonly dialectNotes: string
  /** Without denied tables and hidden columns. */
  readonly schema: Schema
  readonly glossary: Glossary
  /** Distinct values of text columns, read through the guard: these are rows of the caller. */
  readonly values: readonly ColumnValues[]
}

export interface ColumnValues {
  readonly table: string
  readonly column: string
  readonly values: readonly string[]
  /** False when the column has more distinct values than were read. */
  readonly complete: boolean
}

export interface DraftRequest {
  readonly question: string
  /** ISO 8601, UTC: what "today" means. */
  readonly askedAt: string
  /** Oldest first. */
  readonly recentTurns: readonly RecentTurn[]
  readonly knowledge: Knowledge
  /** Set when an earlier draft of this turn was refused. */
  readonly refused?: { readonly query: string; readonly refusal: Refusal }
  readonly signal: AbortSignal
}

export interface ComposeRequest {
  readonly question: string
  readonly askedAt: string
  readonly draft: QueryDraft
  readonly result: QueryResult
  readonly glossary: Glossary
  readonly signal: AbortSignal
}
