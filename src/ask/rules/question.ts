import type { AuthorizationRevision } from '../../access/rules/authorization-revision.ts'
import type { Caller } from '../../access/rules/caller.ts'
import type { Json } from '../../platform/values/json.ts'
import type { Offer } from './choice.ts'
import type { Row } from './outcome.ts'
import type { QueueTimeouts } from './time-limits.ts'

/** The input of a turn's workflow. Plain data. */
export interface Question {
  readonly turnId: string
  readonly conversationId: string
  /** True if this question starts its conversation. */
  readonly startsConversation: boolean
  readonly caller: Caller
  readonly databaseId: string
  readonly databaseName: string
  readonly text: string
  readonly sessionId: string
  /** The previous conversation of its session, whose last question this one may refer to. */
  readonly continues?: string
  /** The turn of that conversation after which this one branches off: it refers to no later question. */
  readonly branchesAfter?: string
  readonly personalityId?: string
  /** ISO 8601, UTC: when the API accepted the question. Relative dates are resolved against it. */
  readonly askedAt: string
  /** First day of the billing period that it counts in. */
  readonly billedIn: string
  /** The authorization revision of the request: planners get knowledge of this revision or a later one. */
  readonly epoch?: AuthorizationRevision
  /** How long its query may wait for a slot. */
  readonly patience: QueueTimeouts
  /** `X-Request-ID` of the request that started the turn, for its log lines; absent in turns of earlier versions. */
  readonly requestId?: string
  /** Trace context of the request (W3C Trace Context), the parent of the turn's steps. */
  readonly traceparent?: string
}

/** An earlier turn of the conversation, as planners see it: never its rows. */
export interface RecentTurn {
  /** Absent in evaluations, whose turns are not stored. */
  readonly turnId?: string
  readonly question: string
  readonly query?: string
  readonly columns: readonly string[]
  readonly rowCount: number
  readonly plan?: Json
}

/** An earlier turn with its answer, for models only. */
export interface TurnWithAnswer extends RecentTurn {
  /** The beginning of its answer. */
  readonly answer?: string
  /** Its first rows, if rows may be sent to the model. */
  readonly rows?: readonly Row[]
}

/** What a turn stores for the next question of its conversation. */
export interface NextQuestionContext {
  readonly turn?: RecentTurn
  /** Absent if no choices were offered, which invalidates those of an earlier turn. */
  readonly offer?: Offer
}

/** What a question may refer to in its conversation. */
export interface ConversationContext extends Pick<NextQuestionContext, 'offer'> {
  /** Oldest first. */
  readonly recentTurns: readonly RecentTurn[]
  /** Absent if the conversation is its own session. */
  readonly sessionId?: string
}

/** How many earlier turns a planner sees. */
export const RECENT_TURNS_MAX = 4

export const MESSAGE_LENGTH_MAX = 8_000
