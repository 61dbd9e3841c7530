import type { Chart, Failure } from './answer.ts'
import type { Choice } from './choice.ts'
import type { TokenCounts } from './draft.ts'
import type { DraftedQuery } from './drafted-query.ts'
import type { ExploreTarget } from './explore-command.ts'
import type { Language } from './language.ts'
import type { QueryResult } from './outcome.ts'
import type { GuardedStatement } from './receipt.ts'

/** One entry of a turn's event log. */
export interface TurnEvent {
  readonly turnId: string
  readonly seq: number
  /** The run of the step that wrote it; see `TurnLog.append`. */
  readonly writer: number
  readonly body: TurnEventBody
}

/** Events as stored; their wire form (names, ids, `content`) is made in `src/http/sse.ts`. */
export type TurnEventBody =
  | {
      readonly type: 'start'
      readonly conversationId: string
      readonly messageId: string
      /** Only of statuses; absent: English. */
      readonly language?: Language
    }
  | StatusEventBody
  | QueryEventBody
  | {
      readonly type: 'results'
      readonly queryId: string
      readonly result: QueryResult
      /** Only of a part. */
      readonly title?: string
    }
  | { readonly type: 'text'; readonly content: string }
  | { readonly type: 'chart'; readonly queryId: string; readonly chart: Chart }
  | { readonly type: 'suggestions'; readonly suggestions: readonly string[] }
  | { readonly type: 'choices'; readonly choices: readonly Choice[] }
  | { readonly type: 'warning'; readonly code: string; readonly message: string }
  | { readonly type: 'reset' }
  | {
      readonly type: 'done'
      readonly message: string
      readonly messageId: string
      readonly conversationId: string
      readonly sessionId: string
      readonly sources: readonly string[]
      readonly queryType: 'chat' | 'data_retrieval'
      readonly executionTimeMs: number
      readonly finishReason: 'stop' | 'cancelled'
      readonly assumptions?: readonly string[]
      readonly choices?: readonly Choice[]
      readonly usage?: TokenCounts
    }
  | ({ readonly type: 'error' } & Failure)

/** The last event of a turn. */
export type EndingEvent = Extract<TurnEventBody, { type: 'done' | 'error' }>

export interface StatusEventBody {
  readonly type: 'status'
  readonly status: TurnStatus
  /** What the planner is exploring. */
  readonly looked?: ExploreTarget
  /** The next chunk of a model's reasoning: no part of the answer. */
  readonly thinking?: string
}

/** The query that is about to run, as drafted. */
interface QueryEventBody extends DraftedQuery {
  readonly type: 'query'
  readonly queryId: string
  readonly explanation: string
  readonly tables: readonly string[]
  readonly guarded: GuardedStatement
}

/** Statuses of a turn, in order. */
export const TURN_STATUSES = [
  'queued',
  'understanding',
  'reading_schema',
  'exploring_schema',
  'generating_query',
  'validating_query',
  'waiting_for_database',
  'executing_query',
  'repairing_query',
  'reviewing_result',
  'composing_answer',
] as const
export type TurnStatus = (typeof TURN_STATUSES)[number]

/** The event before the text of an answer. */
export const COMPOSING: TurnEventBody = { type: 'status', status: 'composing_answer' }

export const isTerminal = (body: TurnEventBody): boolean => body.type === 'done' || body.type === 'error'
