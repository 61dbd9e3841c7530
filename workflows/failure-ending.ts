import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  TimeoutFailure,
} from '@temporalio/workflow'
import { addUsage, type Usage } from '../src/ask/rules/draft.ts'
import type { Ending } from '../src/ask/rules/ending.ts'
import { isProblemName, type ProblemName, retryOf } from '../src/platform/problems/problem.ts'
import type { FailureDetails } from '../src/temporal/failure.ts'

/**
 * A turn's ending when a step could not go on: its own problem where it has one.
 *
 * @param before tokens of the steps before it
 */
export const failureEnding = (error: unknown, before?: Usage): Ending => {
  const { usage, ...ending } = failureOf(error)
  const all = addUsage(before, usage)
  return all === undefined ? ending : { ...ending, usage: all }
}

const failureOf = (error: unknown): Extract<Ending, { kind: 'failed' }> => {
  if (isCancellation(error)) {
    return {
      kind: 'failed',
      problem: CancellationScope.current().consideredCancelled ? 'turn_cancelled' : 'turn_timeout',
    }
  }
  const cause = error instanceof ActivityFailure ? error.cause : error
  if (cause instanceof TimeoutFailure || isForSomeTime(cause)) return { kind: 'failed', problem: 'turn_timeout' }
  if (cause instanceof ApplicationFailure && cause.type != null && isProblemName(cause.type)) {
    const [details] = (cause.details ?? []) as [FailureDetails?]
    const usage = details?.usage
    const failed = { kind: 'failed', problem: cause.type, message: cause.message, ...retryOf(details ?? {}) } as const
    return usage === undefined ? failed : { ...failed, usage }
  }
  return { kind: 'failed', problem: 'internal' }
}

/**
 * A step is retried for as long as the turn has time while a server of ours is unavailable: the deadline ended it. A
 * problem that asks for a retry would not help: the same answer is kept for the same key.
 */
const isForSomeTime = (cause: unknown): boolean =>
  cause instanceof ApplicationFailure && cause.type === ('store_unavailable' satisfies ProblemName)
