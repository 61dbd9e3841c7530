import type { DeliveryFailure } from './webhook.ts'
import type { WebhookEvent } from './webhook-event.ts'

/** When a delivery that failed is tried again, in ms. */
export interface DeliveryRetry {
  readonly firstMs: number
  /** Each interval is so many times the one before … */
  readonly factor: number
  /** … and none is longer, whatever a `Retry-After` says. */
  readonly longestMs: number
  /** So long after its first failure it is tried for the last time; an endpoint that took nothing for so long is disabled. */
  readonly forMs: number
}

const HOUR_MS = 60 * 60_000

/** 5, 15 and 45 seconds, 2, 7 and 20 minutes, then every hour for a day: some 30 times. */
export const DELIVERY_RETRY: DeliveryRetry = { firstMs: 5_000, factor: 3, longestMs: HOUR_MS, forMs: 24 * HOUR_MS }

/** Input of the workflow `deliverWebhook`: one event for one endpoint. */
export interface DeliveryInput {
  readonly organizationId: number
  readonly webhookId: string
  readonly event: WebhookEvent
  readonly retry: DeliveryRetry
}

/** Where a delivery is found in Temporal: an event that is told twice is delivered by one. */
export const deliveryWorkflowId = ({ organizationId, webhookId, event }: Omit<DeliveryInput, 'retry'>): string =>
  `webhook/${organizationId}/${webhookId}/${event.id}`

/** One attempt of it. */
export interface AttemptInput extends Omit<DeliveryInput, 'retry'> {
  /** An endpoint that has taken nothing for so long is disabled, in ms. */
  readonly disableAfterMs: number
}

/** What came of sending something once. */
export type Sent =
  | { readonly kind: 'taken'; readonly status: number; readonly durationMs: number }
  | {
      readonly kind: 'failed'
      readonly failure: DeliveryFailure
      readonly durationMs: number
      /** What the endpoint asks to be waited for. */
      readonly retryAfterMs?: number
    }

/** What came of one attempt of a delivery. */
export type Attempt =
  | Sent
  /** Too much is being sent for this organization: tried again soon, and counted against nobody. */
  | { readonly kind: 'crowded' }
  /** The endpoint is to be told nothing any more. */
  | { readonly kind: 'over'; readonly because: 'removed' | 'paused' | 'disabled' }

/**
 * How long to wait for the next attempt, in ms.
 *
 * @param failures how many there were
 * @param sinceFirstMs since the first of them
 * @param retryAfterMs what the endpoint asks for
 * @returns undefined after the last attempt
 */
export const nextAttemptMs = (
  { firstMs, factor, longestMs, forMs }: DeliveryRetry,
  {
    failures,
    sinceFirstMs,
    retryAfterMs = 0,
  }: {
    readonly failures: number
    readonly sinceFirstMs: number
    readonly retryAfterMs?: number | undefined
  },
): number | undefined => {
  const leftMs = forMs - sinceFirstMs
  if (leftMs <= 0) return undefined
  const intervalMs = firstMs * factor ** (failures - 1)
  return Math.min(Math.max(intervalMs, retryAfterMs), longestMs, leftMs)
}
