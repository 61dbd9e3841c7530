import type { RequestFailure } from '../../../platform/problems/request-failure.ts'
import type { WebhookEventType } from './webhook-event.ts'

/** `disabled`: by this service, because it could not be reached; `paused`: by a user. Both receive no events. */
export const WEBHOOK_STATUSES = ['active', 'disabled', 'paused'] as const
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]

/** `failing`: it accepted nothing for a day. `gone`: it has answered 410 (Standard Webhooks). */
export const DISABLED_REASONS = ['failing', 'gone'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

/** Why a delivery failed, without revealing details of an internal network. */
export type DeliveryFailure =
  | RequestFailure
  /** The URL is not allowed, for example after a change of settings. */
  | 'address'
  | `status_${number}`

/** An endpoint of an organization, without its secret. */
export interface Webhook {
  readonly id: string
  readonly url: string
  /** Absent: all types, including future ones. */
  readonly events?: readonly WebhookEventType[]
  readonly description: string
  readonly status: WebhookStatus
  readonly disabledReason?: DisabledReason
  /** ISO 8601, UTC, like the other times. */
  readonly createdAt: string
  readonly lastSuccessAt?: string
  readonly lastFailureAt?: string
  readonly lastFailure?: DeliveryFailure
  /** Until then requests are also signed with a previous secret. */
  readonly previousUntil?: string
}

/** Maximum number of endpoints per organization. */
export const WEBHOOKS_MAX = 20

/** The event types of an endpoint. */
export type Subscription = Pick<Webhook, 'id' | 'events'>

export const isSubscribed = ({ events }: Subscription, type: WebhookEventType): boolean =>
  events === undefined || events.includes(type)
