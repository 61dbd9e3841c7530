import type { WebhookEvent } from '../src/manage/webhooks/rules/webhook-event.ts'
import { Problem } from '../src/platform/problems/problem.ts'
import { isStoreAway } from '../src/platform/problems/store-away.ts'
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
  /** Whether a step of its own tells it where it cannot be told now. */
  readonly mayWait?: boolean
}

/** Tried so often while Temporal or the store is away: some seconds, because somebody may wait for the work that is done. */
const ATTEMPTS_MAX = 5

/**
 * Tells the webhooks of an organization of something, as the last thing that an activity does: what is thrown has it tried
 * again, and what was told by then is told once. Nothing fails for good because it cannot be told.
 *
 * @returns `later` where it may wait and is to be told yet
 * @throws where trying the activity again may help
 */
export const tellWebhooks = async (
  { webhooks: { events: webhookEvents }, observe }: Teller,
  { organizationId, event, attempt, attemptsMax = ATTEMPTS_MAX, asOf, mayWait = false }: Telling,
): Promise<'told' | 'later' | 'given up'> => {
  try {
    await webhookEvents.emit(organizationId, event, asOf)
    return 'told'
  } catch (error) {
    const isAway = isStoreAway(error) || (error instanceof Problem && error.transient)
    if (isAway && mayWait) return 'later'
    // Not as the problem that it is: those are given up after some attempts, and their work with them.
    if (isAway && attempt < attemptsMax) throw new Error('webhook deliveries could not be enqueued', { cause: error })
    observe({ kind: 'webhook_enqueue_failed', organizationId, eventType: event.type, error })
    return 'given up'
  }
}
