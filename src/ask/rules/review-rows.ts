import type { Doubt } from './doubt.ts'
import type { Drafted, QueryDraft } from './draft.ts'
import type { Found, Look, Looking } from './look.ts'
import { isReviewed, lookingAfter, nextLook } from './next-step.ts'
import type { KeptOutcome, RefusedOutcome } from './outcome.ts'
import type { Refused } from './steps.ts'

/** A query that gave rows. */
export interface Ran {
  readonly draft: QueryDraft
  readonly doubt?: Doubt | undefined
}

/** What a review is made of: steps of a workflow, or calls in one piece. */
export interface ReviewSteps<Rows extends Ran> {
  judge(rows: Rows, more: { readonly looking: Looking; readonly refused?: Refused }): Promise<Drafted>
  explore(looks: readonly Look[]): Promise<Found>
  /** Runs what is to mend the query of rows, or to stand beside them: they stay as they are where this finds nothing. */
  run(draft: QueryDraft, rows: Rows): Promise<Rows | KeptOutcome | RefusedOutcome>
  /** Of models, in this turn. */
  calls(): number
  /** Told of what a step throws; rows stay the answer unless it throws on. */
  onFailure(error: unknown): void
}

interface SoFar {
  /** What was looked for; grows. */
  readonly found: Found[]
  /** Queries that were run. */
  readonly runs: number
}

/**
 * Shows whoever wrote a query what it gave, where that is odd, and runs what is to mend it or to stand beside it. Whatever
 * fails on the way, there are rows to be worded.
 *
 * @returns the rows that are the answer
 */
export const reviewRows = async <Rows extends Ran>(
  steps: ReviewSteps<Rows>,
  first: Rows,
  soFar: SoFar,
): Promise<Rows> => {
  let [rows, reviews, runs] = [first, 0, soFar.runs]
  const tried = new Set([first.draft.query])
  let refused: Refused | undefined
  try {
    while (isReviewed(rows, { reviews, runs, calls: steps.calls() })) {
      const looking = lookingAfter(soFar.found, steps.calls())
      const judged = await steps.judge(rows, { looking, ...(refused === undefined ? {} : { refused }) })
      if (judged.mode === 'look' && nextLook(soFar.found.length) === 'explore') {
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
