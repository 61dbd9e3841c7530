import type { WorkerStatus } from '@temporalio/worker'

/** How long a worker without work may take for its last calls; what is lost with them is done again elsewhere. */
const IDLE_MS = 10_000
const LOOKS = 2

/** What a worker has in hand. */
interface Busy {
  getStatus(): Pick<WorkerStatus, 'numInFlightActivities' | 'numInFlightWorkflowActivations'>
}

/**
 * Settles once a worker that asks for no more work has had none in hand for a while. The SDK repeats its last calls to a
 * Temporal that is away until the grace for steps is over, though there is no step.
 *
 * @param signal ends the wait
 */
export const untilIdle = async (worker: Busy, signal: AbortSignal, idleMs: number = IDLE_MS): Promise<void> => {
  const idle = Promise.withResolvers<void>()
  let looks = 0
  const looking = setInterval(() => {
    const { numInFlightActivities, numInFlightWorkflowActivations } = worker.getStatus()
    looks = numInFlightActivities + numInFlightWorkflowActivations === 0 ? looks + 1 : 0
    if (looks === LOOKS) idle.resolve()
  }, idleMs / LOOKS)
  signal.addEventListener('abort', () => idle.resolve(), { once: true })
  try {
    await idle.promise
  } finally {
    clearInterval(looking)
  }
}
