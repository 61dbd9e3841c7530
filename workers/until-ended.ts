import { setInterval } from 'node:timers/promises'
import type { Worker, WorkerStatus } from '@temporalio/worker'
import { WorkerFailed } from '../src/platform/process/worker-failed.ts'

/** Time to shut down a failed worker: the SDK waits for its running steps, which may never end. */
const PUT_AWAY_MS = 5_000
/** Interval of checks of an idle worker, whose last calls may be lost: their steps run again on another worker. */
const IDLE_MS = 5_000

/**
 * Runs a worker until it has stopped.
 * @throws WorkerFailed when it failed, also where the SDK does not come to an end with that
 */
export const untilEnded = async (
  worker: Pick<Worker, 'run' | 'getState'>,
  putAwayMs: number = PUT_AWAY_MS,
): Promise<void> => {
  const over = new AbortController()
  const stuck = untilStill(() => worker.getState() === 'FAILED', putAwayMs, over.signal).then(() => {
    throw new Error('it does not come to an end')
  })
  try {
    await Promise.race([worker.run(), stuck])
  } catch (error) {
    throw new WorkerFailed(error)
  } finally {
    over.abort()
  }
}

/** What a worker has in hand. */
interface Busy {
  getStatus(): Pick<WorkerStatus, 'numInFlightActivities' | 'numInFlightWorkflowActivations'>
}

/**
 * Settles once a worker that asks for no more work has had none in hand for a while. The SDK repeats its last calls to a
 * Temporal that is away until the grace for steps is over, though there is no step.
 * @throws AbortError when `signal` ends the wait
 */
export const untilIdle = async (worker: Busy, signal: AbortSignal, idleMs: number = IDLE_MS): Promise<void> => {
  const isIdle = (): boolean => {
    const { numInFlightActivities, numInFlightWorkflowActivations } = worker.getStatus()
    return numInFlightActivities + numInFlightWorkflowActivations === 0
  }
  await untilStill(isIdle, idleMs, signal)
}

/** Settles once two looks in a row find it so. */
const untilStill = async (isSo: () => boolean, everyMs: number, signal: AbortSignal): Promise<void> => {
  let wasSo = false
  for await (const isNow of setInterval(everyMs, isSo, { signal })) {
    const isStill = isNow()
    if (isStill && wasSo) return
    wasSo = isStill
  }
}
