import { setTimeout as pause } from 'node:timers/promises'
import { removalStep } from './removal-step.ts'
import type { StepParts } from './step-parts.ts'

/** So long turns have to stop by themselves, their statements in customers' databases with them. */
const STOPPED_WITHIN_MS = 30_000
const LOOK_MS = 500

/**
 * Cancels what runs of an organization, and waits until it has ended; what does not end by itself, for example because it
 * waits for a worker, is terminated.
 */
export const stopTurns = (app: Pick<StepParts, 'observe' | 'temporal'>) =>
  removalStep(app, 'stopTurns', async ({ organizationId }, { signal, beat }) => {
    const signalled = new Set<string>()
    for (let waitedMs = 0; waitedMs < STOPPED_WITHIN_MS; waitedMs += LOOK_MS) {
      // A turn that ends begins deliveries of that to webhooks, which would go on for hours.
      await app.temporal.removals.stop(organizationId, 'cancel', beat, signalled)
      if ((await app.temporal.removals.running(organizationId)) === 0) return
      await pause(LOOK_MS, undefined, { signal })
      beat()
    }
    await app.temporal.removals.stop(organizationId, 'terminate', beat)
  })
