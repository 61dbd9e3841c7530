import type { z } from 'zod'
import type { Caller } from '../../../access/rules/caller.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { invalidField, Problem } from '../../../platform/problems/problem.ts'
import type { Delivery } from '../rules/delivery.ts'
import type { Webhook } from '../rules/webhook.ts'
import type { DeliveryItem, WebhookItem } from './webhook-schema.ts'

/** An endpoint as the API returns it. */
export const webhookItem = (webhook: Webhook): z.input<typeof WebhookItem> => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events ?? null,
  description: webhook.description,
  status: webhook.status,
  disabled_reason: webhook.disabledReason ?? null,
  created_at: webhook.createdAt,
  last_success_at: webhook.lastSuccessAt ?? null,
  last_failure_at: webhook.lastFailureAt ?? null,
  last_failure: webhook.lastFailure ?? null,
  previous_until: webhook.previousUntil ?? null,
})

/** A delivery as the API returns it. */
export const deliveryItem = (delivery: Delivery): z.input<typeof DeliveryItem> => ({
  event_id: delivery.eventId,
  event_type: delivery.eventType,
  created_at: delivery.createdAt,
  state: delivery.state,
  reason: delivery.reason ?? null,
  next_try_at: delivery.nextTryAt ?? null,
  attempts: delivery.attempts,
  last_tried_at: delivery.lastTriedAt ?? null,
  last_status: delivery.lastStatus ?? null,
  last_failure: delivery.lastFailure ?? null,
  duration_ms: delivery.durationMs ?? null,
})

/** Finds an endpoint of the caller's organization. @throws Problem `webhook_not_found` */
export const findWebhook = async (
  { store }: Pick<RouteParts, 'store'>,
  caller: Caller,
  id: string,
): Promise<Webhook> => {
  const found = await store.webhooks.find(caller, id)
  if (found === undefined) throw new Problem('webhook_not_found')
  return found
}

/** @throws Problem `input_invalid` for a URL that is not allowed */
export const requireAllowedUrl = ({ webhooks }: Pick<RouteParts, 'webhooks'>, url: string): void => {
  const fault = webhooks.urlFault(url)
  if (fault !== undefined) throw invalidField('url', fault)
}
