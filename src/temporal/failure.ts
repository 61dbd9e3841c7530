import { ApplicationFailure, ApplicationFailureCategory, TemporalFailure } from '@temporalio/common'
import type { Usage } from '../ask/rules/draft.ts'
import { isProblemName, Problem, type ProblemDetail, problemRow, retryOf } from '../platform/problems/problem.ts'

/** The details of a Temporal failure: the fields of a problem without its name. */
export interface FailureDetails {
  readonly message: string
  readonly details: readonly ProblemDetail[]
  readonly retryAfterS?: number
  readonly retryable: boolean
  readonly usage?: Usage
}

/**
 * Converts a problem to a failure: the type is the name of the problem; only public text is included. Client errors are benign
 * (no error log, no error metric); transient problems are retried after their `Retry-After`.
 *
 * @param options.final no retry, even if the problem is transient
 * @param options.soon retry by the policy of the step, ignoring `Retry-After`
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

/** Converts a failure to its problem, also if it is wrapped; a failure without the name of a problem is `internal`. */
export const problemOf = (error: unknown): Problem => {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof Problem) return at
    if (at instanceof ApplicationFailure && at.type != null && isProblemName(at.type))
      return new Problem(at.type, { message: at.message, ...retryOf(at.details?.[0] ?? {}), cause: error })
    if (!(at instanceof TemporalFailure) && at.cause === undefined) break
  }
  return new Problem('internal', { cause: error })
}
