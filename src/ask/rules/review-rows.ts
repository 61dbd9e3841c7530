import type { Doubt } from './doubt.ts'
import type { PlannerOutput, QueryDraft } from './draft.ts'
import type { ExploreBudget, ExploreCommand, ExploreResult } from './explore-command.ts'
import { exploreBudgetAfter, isReviewed, nextExplore } from './next-step.ts'
import type { KeptOutcome, RefusedOutcome } from './outcome.ts'
import type { RefusedQuery } from './steps.ts'

/** A query that returned rows. */
export interface ReviewedQuery {
  readonly draft: QueryDraft
  readonly doubt?: Doubt | undefined
}

/** The operations of a review: steps of a workflow, or direct calls. */
export interface ReviewSteps<Rows extends ReviewedQuery> {
  judge(rows: Rows, more: { readonly looking: ExploreBudget; readonly refused?: RefusedQuery }): Promise<PlannerOutput>
  explore(looks: readonly ExploreCommand[]): Promise<ExploreResult>
  /** Runs a query that mends the first one, or adds a part; if it finds nothing, the rows stay as they are. */
  run(draft: QueryDraft, rows: Rows): Promise<Rows | KeptOutcome | RefusedOutcome>
  /** Model calls of this turn. */
  calls(): number
  /** Called with what a step throws; the rows stay the answer unless this throws. */
  onFailure(error: unknown): void
}

interface SoFar {
  /** Results of explore requests; grows. */
  readonly found: ExploreResult[]
  /** Number of queries run. */
  readonly runs: number
}

/**
 * Shows an unusual result to the planner that wrote the query, and runs the query with which it mends the result or
 * adds a part. If a step fails, the first rows are worded.
 *
 * @returns the rows that are the answer
 */
export const reviewRows = async <Rows extends ReviewedQuery>(
  steps: ReviewSteps<Rows>,
  first: Rows,
  soFar: SoFar,
): Promise<Rows> => {
  let [rows, reviews, runs] = [first, 0, soFar.runs]
  const tried = new Set([first.draft.query])
  let refused: RefusedQuery | undefined
  try {
    while (isReviewed(rows, { reviews, runs, calls: steps.calls() })) {
      const looking = exploreBudgetAfter(soFar.found, steps.calls())
      const judged = await steps.judge(rows, { looking, ...(refused === undefined ? {} : { refused }) })
      if (judged.mode === 'look' && nextExplore(soFar.found.length) === 'explore') {
        soFar.found.push(await steps.explore(judged.looks))
        continue
      }
      if (judged.mode !== 'query' || tried.has(judged.query)) break
      tried.add(judged.query)
      reviews += 1
      runs += 1
      const ran = await steps.run(judged, rows)
      if (!('kind' in ran)) {
        rows = ran
        refused = undefined
      } else if (ran.kind === 'refused' && ran.refusal.repairable) {
        refused = { query: judged.query, refusal: ran.refusal }
      } else break
    }
  } catch (error) {
    steps.onFailure(error)
  }
  return rows
}
