import type { Client } from '@temporalio/client'
import { Problem } from '../platform/problems/problem.ts'
import { isUnavailable } from './temporal-errors.ts'

const CALL_MS = 5_000

/**
 * Runs a call to Temporal with a deadline.
 * @param ms time limit
 * @throws Problem `worker_unavailable` if Temporal does not respond; other errors of the client
 */
export const callTemporal = async <Result>(
  client: Client,
  run: () => Promise<Result>,
  ms = CALL_MS,
): Promise<Result> => {
  try {
    return await client.withDeadline(Date.now() + ms, run)
  } catch (error) {
    throw isUnavailable(error) ? new Problem('worker_unavailable', { cause: error }) : error
  }
}
