import type { Client } from '@temporalio/client'
import { Problem } from '../platform/problems/problem.ts'
import { isUnavailable } from './trouble.ts'

const CALL_MS = 5_000

/**
 * Asks Temporal for something.
 * @param ms how long at most
 * @throws Problem `worker_unavailable` when Temporal does not answer; whatever else the client throws
 */
export const asked = async <Result>(client: Client, run: () => Promise<Result>, ms = CALL_MS): Promise<Result> => {
  try {
    return await client.withDeadline(Date.now() + ms, run)
  } catch (error) {
    throw isUnavailable(error) ? new Problem('worker_unavailable', { cause: error }) : error
  }
}
