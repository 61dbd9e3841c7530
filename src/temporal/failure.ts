import { ApplicationFailure, ApplicationFailureCategory, TemporalFailure } from '@temporalio/common'
import type { Usage } from '../ask/rules/draft.ts'
import { isProblemName, Problem, type ProblemDetail, problemRow, retryOf } from '../platform/problems/problem.ts'

/** What of a problem travels besides its name. */
export interface FailureDetails {
  readonly message: string
  readonly details: readonly ProblemDetail[]
  readonly retryAfterS?: number
  readonly retryable: boolean
  readonly usage?: Usage
}

/**
 * Problem → failure: the type is the problem's name, and nothing but its public text travels. Callers' mistakes are
 * benign (no error log, no error metric); a transient problem may be tried again after its `Retry-After`.
 *
 * @param options.final no further attempt, even of a transient problem
 * @param options.soon the next attempt as soon as the step's own policy has it, whatever callers are told
 */
export const failureOf = (problem: Problem, { final = false, soon = false } = {}): ApplicationFailure =>
  ApplicationFailure.create({
    type: problem.problem,
    message: problem.message,
    nonRetryable: final || !problem.transient,
    ...(problem.retryAfterS === undefined || soon ? {} : { nextRetryDelay: problem.retryAfterS * 1000 }),
    ...(problemRow(problem.problem).status < 500 ? { category: ApplicationFailureCategory.BENIGN } : {}),
    details: [detailsOf(problem)],
  })

const detailsOf = ({ message, details, retryAfterS, retryable, usage }: Problem): FailureDetails => ({
  message,
  details,
  retryable,
  ...(retryAfterS === undefined ? {} : { retryAfterS }),
  ...(usage === undefined ? {} : { usage }),
})

/** Failure → Problem, whatever wraps it; a failure without a problem's name is `internal`. */
export const problemOf = (error: unknown): Problem => {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof Problem) return at
    if (at instanceof ApplicationFailure && at.type != null && isProblemName(at.type))
      return new Problem(at.type, { message: at.message, ...retryOf(at.details?.[0] ?? {}), cause: error })
    if (!(at instanceof TemporalFailure) && at.cause === undefined) break
  }
  return new Problem('internal', { cause: error })
}
