import type { Refusal } from '../guard/guarded-query.ts'
import type { ProblemName } from '../problem.ts'
import type { Composition } from './answer.ts'
import type { QueryDraft, ReplyDraft, Usage } from './draft.ts'
import type { Question, RecentTurn } from './question.ts'

/** What every step of a turn gets: `step` rises through the turn and fences its writers of the event log. */
export interface StepInput {
  readonly question: Question
  readonly step: number
}

/** Drafts and runs take the numbers between the opening and the composing step. */
export const OPENING_STEP = 1
export const COMPOSING_STEP = 100
export const CLOSING_STEP = 101

/**
 * The rank of a writer of the event log: later steps rank higher, and within a step whoever started later. (Attempt
 * numbers would not do: a local activity starts over with attempt 1 when its worker died.)
 *
 * @param startedAt epoch ms
 */
export const writerOf = (step: number, startedAt: number): number => step * 10_000_000_000_000 + startedAt

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
