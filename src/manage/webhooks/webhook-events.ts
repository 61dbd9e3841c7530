import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import type { Deliveries } from '../../temporal/deliveries.ts'
import { DELIVERY_RETRY } from './rules/delivery.ts'
import { isSubscribed, type Subscription } from './rules/webhook.ts'
import type { WebhookEvent } from './rules/webhook-event.ts'

/** Where whatever happens to an organization is told. */
export interface WebhookEvents {
  /**
   * Begins the deliveries of an event to all endpoints that are to be told of it. An event that was told before, by its id,
   * begins none again: whoever is not sure that it has told one tells it once more.
   *
   * @param asOf the epoch that is known, where one is: then endpoints are looked up in memory
   * @throws Problem `worker_unavailable` when Temporal does not answer, and the store's error: some may have begun
   */
  emit(organizationId: number, event: WebhookEvent, asOf?: string): Promise<void>
}

interface EventParts {
  /** The endpoints that are told something at all. */
  subscriptions(caller: OrganizationRef, asOf?: string): Promise<readonly Subscription[]>
  readonly deliveries: Pick<Deliveries, 'start'>
}

export const webhookEvents = ({ subscriptions, deliveries }: EventParts): WebhookEvents => ({
  async emit(organizationId, event, asOf) {
    const all = await subscriptions({ organizationId }, asOf)
    const told = all.filter((subscription) => isSubscribed(subscription, event.type))
    const begun = await Promise.allSettled(
      told.map(({ id: webhookId }) => deliveries.start({ organizationId, webhookId, event, retry: DELIVERY_RETRY })),
    )
    for (const one of begun) if (one.status === 'rejected') throw one.reason
  },
})
