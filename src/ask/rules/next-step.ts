import type { ProblemName } from '../../platform/problems/problem.ts'
import type { QueryDraft } from './draft.ts'
import type { ExploreBudget, ExploreResult } from './explore-command.ts'
import type { AskOutcome, Outcome, RefusedOutcome, RowsOutcome } from './outcome.ts'

export const REPAIRS_MAX = 2

/** Maximum of explore rounds in one turn. */
export const EXPLORE_ROUNDS_MAX = 3

/** Maximum of model calls in one turn. */
const CALLS_MAX = 8
/** A draft may be corrected once. */
const CALLS_OF_DRAFT = 2

/** How many drafts the remaining calls of a turn allow, with one call left for the wording. */
const draftsLeft = (calls: number): number => Math.floor((CALLS_MAX - 1 - calls) / CALLS_OF_DRAFT)

/**
 * The remaining explore rounds: none if only one more draft is left.
 * @param calls model calls of this turn
 */
export const exploreBudgetAfter = (found: readonly ExploreResult[], calls: number): ExploreBudget => ({
  left: draftsLeft(calls) > 1 ? EXPLORE_ROUNDS_MAX - found.length : 0,
  found,
})

/** After an explore request: run it, or give up on a model that sends nothing else. */
export const nextExplore = (roundsDone: number): 'explore' | { readonly problem: ProblemName } =>
  roundsDone < EXPLORE_ROUNDS_MAX ? 'explore' : { problem: 'model_failed' }

/** Maximum of queries run in one turn, including refused ones. */
const RUNS_MAX = 3
/** Maximum of parts of one answer, beside its first rows. */
export const PARTS_MAX = RUNS_MAX - 1
/** Maximum of reviews in one turn. */
const REVIEWS_MAX = 2

interface Reviewing {
  readonly reviews: number
  readonly runs: number
  /** Model calls. */
  readonly calls: number
}

/** Whether the planner reviews the result of its query: if the result is unusual and the turn has queries and calls left. */
export const isReviewed = (
  { draft, doubt }: { readonly draft: Pick<QueryDraft, 'verified'>; readonly doubt?: RowsOutcome['doubt'] },
  { reviews, runs, calls }: Reviewing,
): boolean =>
  doubt !== undefined &&
  draft.verified === undefined &&
  reviews < REVIEWS_MAX &&
  runs < RUNS_MAX &&
  draftsLeft(calls) > 0

type NextStep =
  | { readonly do: 'answer'; readonly outcome: RowsOutcome }
  | { readonly do: 'ask'; readonly outcome: AskOutcome }
  | { readonly do: 'repair'; readonly outcome: RefusedOutcome }
  | { readonly do: 'give-up'; readonly problem: ProblemName }

/**
 * After running a draft: answer, ask which reading is meant, let the planner repair it (at most `REPAIRS_MAX` times,
 * and as long as there are calls for it), or give up. If a verified query is refused for any reason, it counts as
 * no attack and the planner writes another one.
 */
export const nextStep = (
  outcome: Outcome,
  { repairs, calls }: { readonly repairs: number; readonly calls: number },
  { pattern }: Pick<QueryDraft, 'pattern'>,
): NextStep => {
  if (outcome.kind === 'rows') return { do: 'answer', outcome }
  // Only a query that mends another one keeps the rows of that one.
  if (outcome.kind === 'kept') return { do: 'give-up', problem: 'internal' }
  if (outcome.kind === 'asks') return { do: 'ask', outcome }
  const mayRepair = outcome.refusal.repairable || pattern !== undefined
  if (mayRepair && repairs < REPAIRS_MAX && draftsLeft(calls) > 0) return { do: 'repair', outcome }
  return { do: 'give-up', problem: outcome.by === 'guard' ? 'query_refused' : 'query_failed' }
}
