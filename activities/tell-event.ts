import { Context } from '@temporalio/activity'
import type { WebhookEvent } from '../src/manage/webhooks/rules/webhook-event.ts'
import type { StepParts } from './step-parts.ts'
import { tellWebhooks } from './tell-webhooks.ts'

interface TellEventInput {
  readonly organizationId: number
  readonly event: WebhookEvent
}

/** Its workflow tries it 3,000 times, each half a minute after the one before: that is a day, as a delivery has. */
const ATTEMPTS_MAX = 2_900

/** Emits a webhook event that could not be emitted when it happened, because Temporal or the store was unavailable. */
export const tellEvent =
  (app: Pick<StepParts, 'observe' | 'webhooks'>) =>
  async ({ organizationId, event }: TellEventInput): Promise<void> => {
    const { attempt } = Context.current().info
    await tellWebhooks(app, { organizationId, event, attempt, attemptsMax: ATTEMPTS_MAX })
  }
