import type { WebhookEvent } from '../src/manage/webhooks/rules/webhook-event.ts'
import { Problem } from '../src/platform/problems/problem.ts'
import { isStoreUnavailable } from '../src/platform/problems/store-unavailable.ts'
import type { PartOf } from '../src/platform/values/part-of.ts'
import type { StepParts } from './step-parts.ts'

type Teller = Pick<StepParts, 'observe'> & PartOf<StepParts, { webhooks: 'events' }>

interface Telling {
  readonly organizationId: number
  readonly event: WebhookEvent
  /** Which one of the activity it is, from 1. */
  readonly attempt: number
  /** At the last of them it is given up. */
  readonly attemptsMax?: number
  readonly asOf?: string | undefined
  /** Whether a separate step emits the event when it cannot be emitted now. */
  readonly mayWait?: boolean
}

/** Attempts while Temporal or the store is unavailable: some seconds, because a user may wait for the result. */
const ATTEMPTS_MAX = 5

/**
 * Emits an event to the webhooks of an organization, as the last part of an activity: an error has the activity
 * retried, and events are deduplicated. It never fails a turn for good.
 *
 * @returns `later` where it may wait and is still to be emitted
 * @throws where a retry of the activity may help
 */
export const tellWebhooks = async (
  { webhooks: { events: webhookEvents }, observe }: Teller,
  { organizationId, event, attempt, attemptsMax = ATTEMPTS_MAX, asOf, mayWait = false }: Telling,
): Promise<'emitted' | 'later' | 'given up'> => {
  try {
    await webhookEvents.emit(organizationId, event, asOf)
    return 'emitted'
  } catch (error) {
    const isAway = isStoreUnavailable(error) || (error instanceof Problem && error.transient)
    if (isAway && mayWait) return 'later'
    // Not as the problem that it is: those are given up after some attempts, and their work with them.
    if (isAway && attempt < attemptsMax) throw new Error('webhook deliveries could not be enqueued', { cause: error })
    observe({ kind: 'webhook_enqueue_failed', organizationId, eventType: event.type, error })
    return 'given up'
  }
}
