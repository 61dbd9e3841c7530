import type { Refusal } from '../../guard/guarded-query.ts'
import type { ProblemName } from '../../platform/problems/problem.ts'
import type { Question, RecentTurn } from './question.ts'

/** What every step of a turn gets. */
export interface StepInput {
  readonly question: Question
}

export type Opened =
  | {
      readonly kind: 'opened'
      readonly recentTurns: readonly RecentTurn[]
      /** The unclear question before this one, where this one is a choice that was offered for it. */
      readonly clarifies?: string
    }
  | { readonly kind: 'refused'; readonly problem: ProblemName }

/** A draft that was refused, and why: what a planner needs to repair it. */
export interface Refused {
  readonly query: string
  readonly refusal: Refusal
}
