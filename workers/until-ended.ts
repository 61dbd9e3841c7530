import type { Worker } from '@temporalio/worker'
import { WorkerBroke } from '../src/process/worker-broke.ts'

/** For putting away a worker that has failed: the SDK waits for what that had in hand, and nobody may be left to end it. */
const PUT_AWAY_MS = 5_000

/**
 * Runs a worker until it has stopped.
 * @throws WorkerBroke when it failed, also where the SDK does not come to an end with that
 */
export const untilEnded = async (
  worker: Pick<Worker, 'run' | 'getState'>,
  putAwayMs: number = PUT_AWAY_MS,
): Promise<void> => {
  const stuck = Promise.withResolvers<never>()
  let hadFailed = false
  const looking = setInterval(() => {
    const hasFailed = worker.getState() === 'FAILED'
    if (hasFailed && hadFailed) stuck.reject(new Error('it does not come to an end'))
    hadFailed = hasFailed
  }, putAwayMs)
  try {
    await Promise.race([worker.run(), stuck.promise])
  } catch (error) {
    throw new WorkerBroke(error)
  } finally {
    clearInterval(looking)
  }
}
