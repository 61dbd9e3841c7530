import type { RequestFailure } from '../../../platform/problems/request-failure.ts'
import type { WebhookEventType } from './webhook-event.ts'

/** `disabled` by this service because it could not be reached; `paused` by who manages it. Neither is sent anything. */
export const WEBHOOK_STATUSES = ['active', 'disabled', 'paused'] as const
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]

/** `failing`: nothing was taken for a whole day. `gone`: it has answered 410 (Standard Webhooks). */
export const DISABLED_REASONS = ['failing', 'gone'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

/** Why a delivery failed, in a word that says nothing of what is inside of a network. */
export type DeliveryFailure =
  | RequestFailure
  /** The address is none that may be used here any more. */
  | 'address'
  | `status_${number}`

/** An endpoint of an organization, as those who manage it see it: without its secret. */
export interface Webhook {
  readonly id: string
  readonly url: string
  /** Absent: all, those to come too. */
  readonly events?: readonly WebhookEventType[]
  readonly description: string
  readonly status: WebhookStatus
  readonly disabledReason?: DisabledReason
  /** ISO 8601, UTC; so are the others. */
  readonly createdAt: string
  readonly lastSuccessAt?: string
  readonly lastFailureAt?: string
  readonly lastFailure?: DeliveryFailure
  /** Until then what is sent is signed with a secret of before, too. */
  readonly previousUntil?: string
}

/** How many endpoints an organization may have. */
export const WEBHOOKS_MAX = 20

/** Which events an endpoint is told of. */
export type Subscription = Pick<Webhook, 'id' | 'events'>

export const isSubscribed = ({ events }: Subscription, type: WebhookEventType): boolean =>
  events === undefined || events.includes(type)
