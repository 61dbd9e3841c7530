import type { Caller } from '../../access/rules/caller.ts'
import type { Epoch } from '../../access/rules/epoch.ts'
import type { Json } from '../../platform/values/json.ts'
import type { Offer } from './choice.ts'
import type { Row } from './outcome.ts'
import type { Patience } from './time-limits.ts'

/** Everything a turn starts from. Plain data: it is the workflow's input. */
export interface Question {
  readonly turnId: string
  readonly conversationId: string
  /** True when this question starts its conversation. */
  readonly startsConversation: boolean
  readonly caller: Caller
  readonly databaseId: string
  readonly databaseName: string
  readonly text: string
  readonly sessionId: string
  /** The conversation before it in its session: what was asked there last is known in the new one too. */
  readonly continues?: string
  readonly personalityId?: string
  /** ISO 8601, UTC: when the API took the question in. Relative dates are resolved against it. */
  readonly askedAt: string
  /** The billing period that it counts in, by its first day. */
  readonly billedIn: string
  /** In which the request was let in: what planners are told is as it was then, at least. */
  readonly epoch?: Epoch
  /** How its query gets a place. */
  readonly patience: Patience
  /** The span of the request (W3C Trace Context): the steps of the turn are its parts. */
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

/** An earlier turn with what was said in it: only models are told. */
export interface ToldTurn extends RecentTurn {
  /** The beginning of what the person was answered. */
  readonly answer?: string
  /** The first ones, where rows may be sent. */
  readonly rows?: readonly Row[]
}

/** What the end of a turn leaves to the next question of its conversation. */
export interface LeftToNext {
  readonly turn?: RecentTurn
  /** Absent where no choices were offered: those of an earlier turn are taken no more. */
  readonly offer?: Offer
}

/** What a question may refer to in its conversation. */
export interface ConversationContext extends Pick<LeftToNext, 'offer'> {
  /** Oldest first. */
  readonly recentTurns: readonly RecentTurn[]
}

/** How many earlier turns a planner sees. */
export const RECENT_TURNS_MAX = 4

export const MESSAGE_LENGTH_MAX = 8_000
