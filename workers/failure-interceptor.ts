import type { Context, Info } from '@temporalio/activity'
import { ApplicationFailure, CancelledFailure } from '@temporalio/common'
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker'
import { Problem, problemNameOf } from '../src/platform/problems/problem.ts'
import { failureOf } from '../src/temporal/failure.ts'

/** After this many attempts a problem is final, even where trying again might help: the caller is waiting. */
const PROBLEM_ATTEMPTS_MAX = 3

/** What nobody foresaw is tried again, for it may be the fault of a moment; and no longer than somebody would wait for it. */
const UNFORESEEN_ATTEMPTS_MAX = 10

/** Steps that store a turn's beginning and end, which are local, and jobs that nobody waits for go on for longer. */
const isHopeless = ({ isLocal, workflowType, attempt }: Info): boolean =>
  !isLocal && workflowType === 'answerQuestion' && attempt >= UNFORESEEN_ATTEMPTS_MAX

/** Nobody waits longer than this for a provider that says when it will be back. */
const RETRY_AFTER_MAX_S = 60

/**
 * Whether an attempt that takes as long as this one did would end in the step's time: else it would be cut off, and nobody
 * be told what was wrong. Of two clocks that may differ, each is asked for what it has measured itself.
 */
const hasTimeForAnother = (info: Info, lastedMs: number): boolean => {
  const { scheduleToCloseTimeoutMs, scheduledTimestampMs, currentAttemptScheduledTimestampMs } = info
  const beforeMs = currentAttemptScheduledTimestampMs - scheduledTimestampMs
  return scheduleToCloseTimeoutMs === 0 || scheduleToCloseTimeoutMs - beforeMs >= 2 * lastedMs
}

/** What steps throw becomes what workflows understand; a cancelled step ends as cancelled, whatever its driver threw. */
export const failureInterceptor = (context: Context): ActivityInboundCallsInterceptor => ({
  async execute(input, next) {
    const begun = performance.now()
    try {
      return await next(input)
    } catch (error) {
      if (context.cancellationSignal.aborted) throw new CancelledFailure('the step was cancelled')
      // A step that has told by itself what Temporal is to make of it.
      if (error instanceof ApplicationFailure) throw error
      const known =
        error instanceof Problem ? error : new Problem(problemNameOf(error), { cause: error, transient: true })
      // Store and Redis are mostly back sooner than anybody is told to ask again, and no turn is given up for them while it
      // has time.
      if (known.problem === 'store_unavailable') throw failureOf(known, { soon: true })
      if (!(error instanceof Problem)) throw failureOf(known, { soon: true, final: isHopeless(context.info) })
      const tooLate =
        (error.retryAfterS ?? 0) > RETRY_AFTER_MAX_S || !hasTimeForAnother(context.info, performance.now() - begun)
      throw failureOf(error, { final: tooLate || context.info.attempt >= PROBLEM_ATTEMPTS_MAX })
    }
  },
})
