import type { Refusal } from '../../guard/guarded-query.ts'
import type { ProblemName } from '../../platform/problems/problem.ts'
import type { Question, RecentTurn } from './question.ts'

/** The steps of a turn, by the names of their activities. */
export const TURN_STEPS = [
  'openTurn',
  'draftQuery',
  'exploreSchema',
  'runQuery',
  'reviewResult',
  'composeAnswer',
  'closeTurn',
] as const

export type TurnStep = (typeof TURN_STEPS)[number]

/** Input of every step of a turn. */
export interface StepInput {
  readonly question: Question
}

export type OpenTurnResult =
  | {
      readonly kind: 'opened'
      readonly recentTurns: readonly RecentTurn[]
      /** The ambiguous question that this one clarifies, if this one is an offered choice. */
      readonly clarifies?: string
      /** Since the first attempt began, in ms: earlier attempts may have got as far as the end of the turn. Absent: 0. */
      readonly elapsedMs?: number
    }
  | { readonly kind: 'refused'; readonly problem: ProblemName }

/** A refused draft with the reason, for the planner to repair it. */
export interface RefusedQuery {
  readonly query: string
  readonly refusal: Refusal
}
