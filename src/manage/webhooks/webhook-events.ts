import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import type { DeliveryWorkflows } from '../../temporal/deliveries.ts'
import { DELIVERY_RETRY } from './rules/delivery.ts'
import { isSubscribed, type Subscription } from './rules/webhook.ts'
import type { WebhookEvent } from './rules/webhook-event.ts'

/** Emits events of organizations to their webhooks. */
export interface WebhookEvents {
  /**
   * Starts the deliveries of an event to all subscribed endpoints. Idempotent per event id, so callers retry on uncertainty.
   *
   * @param asOf the known revision of the organization: then endpoints are read from memory
   * @throws Problem `worker_unavailable` if Temporal does not answer, and errors of the store; some deliveries may have started
   */
  emit(organizationId: number, event: WebhookEvent, asOf?: string): Promise<void>
}

interface EventParts {
  /** The active endpoints. */
  subscriptions(caller: OrganizationRef, asOf?: string): Promise<readonly Subscription[]>
  readonly deliveries: Pick<DeliveryWorkflows, 'start'>
}

export const webhookEvents = ({ subscriptions, deliveries }: EventParts): WebhookEvents => ({
  async emit(organizationId, event, asOf) {
    const all = await subscriptions({ organizationId }, asOf)
    const subscribed = all.filter((subscription) => isSubscribed(subscription, event.type))
    const started = await Promise.allSettled(
      subscribed.map(({ id: webhookId }) =>
        deliveries.start({ organizationId, webhookId, event, retry: DELIVERY_RETRY }),
      ),
    )
    for (const result of started) if (result.status === 'rejected') throw result.reason
  },
})
