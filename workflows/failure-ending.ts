import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  TimeoutFailure,
} from '@temporalio/workflow'
import type { Ending } from '../src/domain/ask/ending.ts'
import { isProblemName } from '../src/domain/problem.ts'
import type { FailureDetails } from '../src/temporal/failure.ts'

/** A turn's ending when a step could not go on: its own problem where it has one. */
export const failureEnding = (error: unknown): Ending => {
  if (isCancellation(error)) {
    return {
      kind: 'failed',
      problem: CancellationScope.current().consideredCancelled ? 'turn_cancelled' : 'turn_timeout',
    }
  }
  const cause = error instanceof ActivityFailure ? error.cause : error
  if (cause instanceof TimeoutFailure) return { kind: 'failed', problem: 'turn_timeout' }
  if (cause instanceof ApplicationFailure && cause.type != null && isProblemName(cause.type)) {
    const [details] = (cause.details ?? []) as [FailureDetails?]
    const usage = details?.usage
    return { kind: 'failed', problem: cause.type, message: cause.message, ...(usage === undefined ? {} : { usage }) }
  }
  return { kind: 'failed', problem: 'internal' }
}
