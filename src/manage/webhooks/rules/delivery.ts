import type { DeliveryFailure } from './webhook.ts'
import type { WebhookEvent, WebhookEventType } from './webhook-event.ts'

/** The exponential backoff of failed deliveries, in ms. */
export interface DeliveryRetry {
  readonly firstMs: number
  readonly factor: number
  /** Maximum interval, also for `Retry-After`. */
  readonly longestMs: number
  /** Time from the first failure to the last attempt; an endpoint that fails for this long is disabled. */
  readonly forMs: number
}

const HOUR_MS = 60 * 60_000

/** 5, 15 and 45 seconds, 2, 7 and 20 minutes, then every hour for a day: about 30 attempts. */
export const DELIVERY_RETRY: DeliveryRetry = { firstMs: 5_000, factor: 3, longestMs: HOUR_MS, forMs: 24 * HOUR_MS }

/** Input of the workflow `deliverWebhook`: one event for one endpoint. */
export interface DeliveryInput {
  readonly organizationId: number
  readonly webhookId: string
  readonly event: WebhookEvent
  readonly retry: DeliveryRetry
}

/** The id of a delivery's workflow in Temporal: an event that is emitted twice is delivered once. */
export const deliveryWorkflowId = ({ organizationId, webhookId, event }: Omit<DeliveryInput, 'retry'>): string =>
  `webhook/${organizationId}/${webhookId}/${event.id}`

export interface AttemptInput extends Omit<DeliveryInput, 'retry'> {
  /** An endpoint that has failed for this long is disabled, in ms. */
  readonly disableAfterMs: number
  readonly earlier: EarlierAttempts
}

/** The previous attempts of a delivery, which determine the time of the next one. */
interface EarlierAttempts {
  /** Number of failed attempts. */
  readonly failures: number
  /** Time since the first failure; 0 if there is none. */
  readonly sinceFirstMs: number
  readonly retry: DeliveryRetry
}

/** The outcome of one request. */
export type SendOutcome =
  | { readonly kind: 'taken'; readonly status: number; readonly durationMs: number }
  | {
      readonly kind: 'failed'
      readonly failure: DeliveryFailure
      readonly durationMs: number
      /** From `Retry-After`. */
      readonly retryAfterMs?: number
    }

/** The HTTP status of the response; undefined if there was none. */
export const answeredStatus = (sent: SendOutcome): number | undefined => {
  if (sent.kind === 'taken') return sent.status
  const [, status] = /^status_(\d+)$/.exec(sent.failure) ?? []
  return status === undefined ? undefined : Number(status)
}

/** Why a delivery is not retried: it has failed for a day, or its endpoint is not active. */
export const DELIVERY_ENDS = ['given_up', 'disabled', 'paused'] as const
export type DeliveryEnd = (typeof DELIVERY_ENDS)[number]

/** The outcome of one attempt of a delivery. */
export type AttemptOutcome =
  | Extract<SendOutcome, { readonly kind: 'taken' }>
  /** @property nextInMs time until the next attempt */
  | (Extract<SendOutcome, { readonly kind: 'failed' }> & { readonly nextInMs: number })
  /** Too many requests of this organization are in flight: retried soon, and not counted as a failure. */
  | { readonly kind: 'crowded' }
  /** Not retried. */
  | { readonly kind: 'over'; readonly because: DeliveryEnd | 'removed' }

/** `waiting`: it is retried; `failed`: it is not. */
export const DELIVERY_STATES = ['delivered', 'waiting', 'failed'] as const

/** The delivery of one event to one endpoint, without the data of the event. */
export interface Delivery {
  readonly eventId: string
  readonly eventType: WebhookEventType
  readonly state: (typeof DELIVERY_STATES)[number]
  /** Present if `state` is `failed`. */
  readonly reason?: DeliveryEnd
  /** Number of requests, with or without a response. A request repeated after a crash counts once. */
  readonly attempts: number
  /** Present if `state` is `waiting`. ISO 8601, UTC, like the other times. */
  readonly nextTryAt?: string
  /** HTTP status of the last attempt; absent if there was no response. */
  readonly lastStatus?: number
  /** Of the last failed attempt. */
  readonly lastFailure?: DeliveryFailure
  /** Of the last attempt. */
  readonly durationMs?: number
  /** Time of the event. */
  readonly createdAt: string
  readonly lastTriedAt?: string
}

/**
 * How long to wait for the next attempt, in ms.
 *
 * @param failures number of failed attempts
 * @param sinceFirstMs time since the first failure
 * @param retryAfterMs from `Retry-After`
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
