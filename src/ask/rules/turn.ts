import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import type { WebhookEvent } from '../../manage/webhooks/rules/webhook-event.ts'
import type { ProblemName } from '../../platform/problems/problem.ts'
import { cutText } from '../../platform/values/cut-text.ts'
import type { Answer, Failure } from './answer.ts'
import type { Question } from './question.ts'

/** What the API, the workflow and the worker agree on. Safe inside a workflow. */
export const ANSWER_UPDATE = 'answer'

/** How long a client waits for a worker to take its question in, in ms; then the API refuses it. */
export const ACCEPT_WITHIN_MS = 8_500

/** Search attributes of a turn in the Temporal UI, all keywords. */
export const SEARCH_ATTRIBUTES = ['OrgId', 'TenantId', 'ConversationId', 'DatabaseId', 'QueryType', 'Problem'] as const

/** The kind of answer that a turn is labelled with at its start. */
export const EXPECTED_QUERY_TYPE = 'data_retrieval'

/** Input of the workflow `answerQuestion`. */
export interface TurnInput {
  readonly question: Question
  /** Whether draft and wording need no network: they then run as local activities. */
  readonly offlinePlanner: boolean
  readonly timeoutMs: number
  readonly queryTimeoutMs: number
  /** Under which the question is claimed: what decides whether it is accepted. The turn's own id if no other request can join it. */
  readonly claim: string
  /**
   * Set if no other request can join the turn: its stored question is its claim, its lease is reserved for all of its time, and its
   * events are stored only if it takes long, or has readers.
   */
  readonly isAlone?: boolean
  /** Whether the claim is that of an idempotency key, and outlives the turn. */
  readonly keyed: boolean
  /** Keep the question out of summaries and details. */
  readonly redact: boolean
  /** How long a local step waits for a query, in ms; absent: queries run in regular steps only. */
  readonly localQueryMs?: number
  /** Set if `QueryType` was set at the start, to `EXPECTED_QUERY_TYPE`: the end then changes it only for other answers. */
  readonly isLabelled?: true
}

/** How a turn ended. */
export type TurnResult =
  | { readonly kind: 'answered'; readonly answer: StoredAnswer; readonly asStored?: AsStored }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'refused'; readonly problem: ProblemName }

/** Set if an answer was stored unchanged: its message then need not be read from the store. */
export interface AsStored {
  /** Which run of a step has stored its rows, where it has some. */
  readonly rowsBy?: number
}

/** How a turn was closed, and which event has yet to be sent to webhooks. */
export type ClosedTurn = TurnResult & { readonly untold?: WebhookEvent }

/** An answer as it travels: its rows stay in the store, under the turn's id. */
export type StoredAnswer = Omit<Answer, 'result' | 'receipt'>

export const workflowIdOf = (turn: Pick<Question, 'turnId' | 'conversationId'> & OrganizationRef): string =>
  `turn/${turn.organizationId}/${turn.conversationId}/${turn.turnId}`

const SUMMARY_QUESTION_MAX = 60

/** One line for operators: the database and the start of the question, or the ids only when questions are redacted. */
export const summaryOf = (question: Question, redact: boolean): string => {
  if (redact) return `${question.databaseId} ${question.turnId}`
  const line = question.text.replace(/\s+/g, ' ').trim()
  return `${question.databaseName}: ${cutText(line, SUMMARY_QUESTION_MAX)}`
}
