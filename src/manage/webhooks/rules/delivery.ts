import type { DeliveryFailure } from './webhook.ts'
import type { WebhookEvent, WebhookEventType } from './webhook-event.ts'

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
  readonly earlier: EarlierAttempts
}

/** The attempts of a delivery before this one, by which is decided when the next one is made. */
export interface EarlierAttempts {
  /** How many have failed. */
  readonly failures: number
  /** Since the first of them; 0 where there is none. */
  readonly sinceFirstMs: number
  readonly retry: DeliveryRetry
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

/** The status that something sent was answered with; undefined where it was not answered. */
export const answeredStatus = (sent: Sent): number | undefined => {
  if (sent.kind === 'taken') return sent.status
  const [, status] = /^status_(\d+)$/.exec(sent.failure) ?? []
  return status === undefined ? undefined : Number(status)
}

/** Why a delivery is not tried again: it has failed for a day, or its endpoint is not active. */
export const DELIVERY_ENDS = ['given_up', 'disabled', 'paused'] as const
export type DeliveryEnd = (typeof DELIVERY_ENDS)[number]

/** What came of one attempt of a delivery. */
export type Attempt =
  | Extract<Sent, { readonly kind: 'taken' }>
  /** @property nextInMs when it is tried again */
  | (Extract<Sent, { readonly kind: 'failed' }> & { readonly nextInMs: number })
  /** Too much is being sent for this organization: tried again soon, and counted against nobody. */
  | { readonly kind: 'crowded' }
  /** It is not tried again. */
  | { readonly kind: 'over'; readonly because: DeliveryEnd | 'removed' }

/** `waiting`: it is tried again; `failed`: it is not. */
export const DELIVERY_STATES = ['delivered', 'waiting', 'failed'] as const

/** One event for one endpoint, as those who manage that see it: nothing of what the event holds. */
export interface Delivery {
  readonly eventId: string
  readonly eventType: WebhookEventType
  readonly state: (typeof DELIVERY_STATES)[number]
  /** Of one that has failed. */
  readonly reason?: DeliveryEnd
  /** Requests that were sent and answered, or not. A request that is repeated after a crash counts once. */
  readonly attempts: number
  /** Of one that waits. ISO 8601, UTC, as are the others. */
  readonly nextTryAt?: string
  /** What the last attempt was answered with; absent where it was not. */
  readonly lastStatus?: number
  /** Of the last attempt that failed. */
  readonly lastFailure?: DeliveryFailure
  /** Of the last attempt. */
  readonly durationMs?: number
  /** When the event happened. */
  readonly createdAt: string
  readonly lastTriedAt?: string
}

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
