import { Context } from '@temporalio/activity'
import type { AttemptInput, AttemptOutcome } from '../src/manage/webhooks/rules/delivery.ts'
import { problemNameOf } from '../src/platform/problems/problem.ts'
import type { StepParts } from './step-parts.ts'

const BEAT_MS = 1_000

/**
 * One attempt to deliver an event to an endpoint, and what the response says about the endpoint. A rerun after a crash
 * sends it again: receivers deduplicate by the event's id.
 */
export const sendWebhook =
  (app: Pick<StepParts, 'webhooks' | 'observe'>) =>
  async (input: AttemptInput): Promise<AttemptOutcome> => {
    const context = Context.current()
    const { attempt } = context.info
    context.heartbeat()
    const beating = setInterval(() => context.heartbeat(), BEAT_MS)
    try {
      return await app.webhooks.attemptDelivery(input, context.cancellationSignal)
    } catch (error) {
      const { organizationId, webhookId } = input
      app.observe({
        kind: 'webhook_attempt_aborted',
        organizationId,
        webhookId,
        attempt,
        problem: problemNameOf(error),
        error,
      })
      // Not as the problem that it is: some end a workflow, and this one goes on.
      throw new Error('the delivery attempt failed inside the service', { cause: error })
    } finally {
      clearInterval(beating)
    }
  }
