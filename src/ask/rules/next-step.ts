import type { ProblemName } from '../../platform/problems/problem.ts'
import type { QueryDraft } from './draft.ts'
import type { Found, Looking } from './look.ts'
import type { AskOutcome, Outcome, RefusedOutcome, RowsOutcome } from './outcome.ts'

export const REPAIRS_MAX = 2

/** Rounds of looking in one turn. */
export const LOOK_ROUNDS_MAX = 3

/** Calls of models in one turn. */
const CALLS_MAX = 8
/** A draft may be corrected once. */
const CALLS_OF_DRAFT = 2

/** How many drafts a turn may still have, and be worded after them. */
const draftsLeft = (calls: number): number => Math.floor((CALLS_MAX - 1 - calls) / CALLS_OF_DRAFT)

/**
 * How a planner may look after so many rounds: not where only one more draft is left.
 * @param calls of models, in this turn
 */
export const lookingAfter = (found: readonly Found[], calls: number): Looking => ({
  left: draftsLeft(calls) > 1 ? LOOK_ROUNDS_MAX - found.length : 0,
  found,
})

/** After a draft that looks: find it, or give up on a model that does nothing else. */
export const nextLook = (roundsDone: number): 'explore' | { readonly problem: ProblemName } =>
  roundsDone < LOOK_ROUNDS_MAX ? 'explore' : { problem: 'model_failed' }

/** Queries that are run in one turn, those that were refused among them. */
export const RUNS_MAX = 3
/** Of one answer, beside its first rows. */
export const PARTS_MAX = RUNS_MAX - 1
/** How often a planner judges in one turn what its queries gave. */
const REVIEWS_MAX = 2

export interface Reviewing {
  readonly reviews: number
  readonly runs: number
  /** Of models. */
  readonly calls: number
}

/** Whether whoever drafted a query judges what it gave: where that is odd, and a turn has queries and calls left. */
export const isReviewed = (
  { draft, doubt }: { readonly draft: Pick<QueryDraft, 'verified'>; readonly doubt?: RowsOutcome['doubt'] },
  { reviews, runs, calls }: Reviewing,
): boolean =>
  doubt !== undefined &&
  draft.verified === undefined &&
  reviews < REVIEWS_MAX &&
  runs < RUNS_MAX &&
  draftsLeft(calls) > 0

export type NextStep =
  | { readonly do: 'answer'; readonly outcome: RowsOutcome }
  | { readonly do: 'ask'; readonly outcome: AskOutcome }
  | { readonly do: 'repair'; readonly outcome: RefusedOutcome }
  | { readonly do: 'give-up'; readonly problem: ProblemName }

/**
 * After running a draft: answer, ask which reading is meant, let the planner repair it (at most `REPAIRS_MAX` times, and as
 * long as there are calls for it), or give up. A query that somebody has verified is no attack: the planner writes another
 * one, whatever it was refused for.
 */
export const nextStep = (
  outcome: Outcome,
  { repairs, calls }: { readonly repairs: number; readonly calls: number },
  { pattern }: Pick<QueryDraft, 'pattern'>,
): NextStep => {
  if (outcome.kind === 'rows') return { do: 'answer', outcome }
  // Only a query that mends another one leaves that one's rows.
  if (outcome.kind === 'kept') return { do: 'give-up', problem: 'internal' }
  if (outcome.kind === 'asks') return { do: 'ask', outcome }
  const mayRepair = outcome.refusal.repairable || pattern !== undefined
  if (mayRepair && repairs < REPAIRS_MAX && draftsLeft(calls) > 0) return { do: 'repair', outcome }
  return { do: 'give-up', problem: outcome.by === 'guard' ? 'query_refused' : 'query_failed' }
}
