import type { JobEnding } from '../src/manage/jobs/rules/job.ts'
import { type ProblemName, problemRow } from '../src/platform/problems/problem.ts'
import { failureEnding } from './failure-ending.ts'

/**
 * How a job ended whose step could not go on: cancelled, or failed with the problem of the step.
 *
 * @param timeoutText what is said where it took too long
 */
export const jobEnding = (error: unknown, timeoutText?: string): JobEnding => {
  const failed = failureEnding(error)
  if (failed.kind !== 'failed') throw error
  const { problem, message = textOf(problem, timeoutText) } = failed
  return problem === 'turn_cancelled' ? { status: 'cancelled' } : { status: 'failed', problem: { problem, message } }
}

const textOf = (problem: ProblemName, timeoutText: string | undefined): string =>
  problem === 'turn_timeout' && timeoutText !== undefined ? timeoutText : problemRow(problem).message
