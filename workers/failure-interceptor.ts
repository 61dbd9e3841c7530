import type { Context, Info } from '@temporalio/activity'
import { ApplicationFailure, CancelledFailure } from '@temporalio/common'
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker'
import { Problem, problemNameOf } from '../src/platform/problems/problem.ts'
import { failureOf } from '../src/temporal/failure.ts'

/** After this many attempts a problem is final, even where trying again might help: the caller is waiting. */
const PROBLEM_ATTEMPTS_MAX = 3

/** Unexpected errors are retried, for they may be transient, but not longer than a user would wait. */
const UNFORESEEN_ATTEMPTS_MAX = 10

/** Local steps, which store the beginning and the end of a turn, and asynchronous jobs are retried for longer. */
const isHopeless = ({ isLocal, workflowType, attempt }: Info): boolean =>
  !isLocal && workflowType === 'answerQuestion' && attempt >= UNFORESEEN_ATTEMPTS_MAX

/** Upper bound for the Retry-After of a provider. */
const RETRY_AFTER_MAX_S = 60

/**
 * Whether an attempt of the same duration would end within the step's time: else it would be cut off without its error.
 * Each duration is measured by one clock.
 */
const hasTimeForAnother = (info: Info, lastedMs: number): boolean => {
  const { scheduleToCloseTimeoutMs, scheduledTimestampMs, currentAttemptScheduledTimestampMs } = info
  const beforeMs = currentAttemptScheduledTimestampMs - scheduledTimestampMs
  return scheduleToCloseTimeoutMs === 0 || scheduleToCloseTimeoutMs - beforeMs >= 2 * lastedMs
}

/**
 * Maps errors of steps to failures that workflows understand; a cancelled step ends as cancelled, also when its driver
 * threw something else.
 */
export const failureInterceptor = (context: Context): ActivityInboundCallsInterceptor => ({
  async execute(input, next) {
    const begun = performance.now()
    try {
      return await next(input)
    } catch (error) {
      if (context.cancellationSignal.aborted) throw new CancelledFailure('the step was cancelled')
      // A step that has decided itself how Temporal treats its error.
      if (error instanceof ApplicationFailure) throw error
      const known =
        error instanceof Problem ? error : new Problem(problemNameOf(error), { cause: error, transient: true })
      // Store and Redis usually recover within the step's time, so that a turn is not failed for them before.
      if (known.problem === 'store_unavailable') throw failureOf(known, { soon: true })
      if (!(error instanceof Problem)) throw failureOf(known, { soon: true, final: isHopeless(context.info) })
      const tooLate =
        (error.retryAfterS ?? 0) > RETRY_AFTER_MAX_S || !hasTimeForAnother(context.info, performance.now() - begun)
      throw failureOf(error, { final: tooLate || context.info.attempt >= PROBLEM_ATTEMPTS_MAX })
    }
  },
})
