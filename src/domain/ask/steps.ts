import type { Refusal } from '../guard/guarded-query.ts'
import type { ProblemName } from '../problem.ts'
import type { Composition } from './answer.ts'
import type { QueryDraft, ReplyDraft, Usage } from './draft.ts'
import type { Question, RecentTurn } from './question.ts'

/** What every step of a turn gets. */
export interface StepInput {
  readonly question: Question
}

export type Opened =
  | { readonly kind: 'opened'; readonly recentTurns: readonly RecentTurn[] }
  | { readonly kind: 'refused'; readonly problem: ProblemName }

/** A draft that was refused, and why: what a planner needs to repair it. */
export interface Refused {
  readonly query: string
  readonly refusal: Refusal
}

/** How a turn's steps came out, before it is stored. */
export type Ending =
  | { readonly kind: 'composed'; readonly draft: QueryDraft; readonly composition: Composition; readonly usage?: Usage }
  | { readonly kind: 'replied'; readonly draft: ReplyDraft; readonly usage?: Usage }
  | { readonly kind: 'failed'; readonly problem: ProblemName; readonly message?: string }
