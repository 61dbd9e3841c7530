import { z } from 'zod'
import { uuid } from '../../../http/input.ts'
import { plainTextField } from '../../../http/plain-text-field.ts'
import { DELIVERY_ENDS, DELIVERY_STATES } from '../rules/delivery.ts'
import { DISABLED_REASONS, WEBHOOK_STATUSES } from '../rules/webhook.ts'
import { WEBHOOK_EVENT_TYPES } from '../rules/webhook-event.ts'

const timestamp = z.iso.datetime({ precision: 3 })
const DESCRIPTION_LENGTH_MAX = 500

const failure = z.string().nullable().meta({
  description:
    '`timeout`, `refused`, `reset`, `unreachable`, `tls`, `host` (not found, or private), `address`, `answer_invalid`, or `status_` followed by the HTTP status.',
})

const fields = {
  id: z.uuid(),
  url: z.string(),
  /** Null: all types, including future ones. */
  events: z.array(z.enum(WEBHOOK_EVENT_TYPES)).readonly().nullable(),
  description: z.string(),
  status: z.enum(WEBHOOK_STATUSES).meta({
    description:
      '`disabled`: it accepted nothing for a day, or answered 410. `paused`: a user paused it. In both states, events are not sent, neither now nor later.',
  }),
  disabled_reason: z.enum(DISABLED_REASONS).nullable(),
  created_at: timestamp,
  last_success_at: timestamp.nullable(),
  last_failure_at: timestamp.nullable(),
  last_failure: failure,
  /** Until then requests are also signed with previous secrets, each until the end of its own grace period. */
  previous_until: timestamp.nullable(),
}

export const WebhookItem = z.object(fields).meta({ id: 'Webhook' })

/** An endpoint with its secret, which is returned only once. */
export const WebhookWithSecret = z.object({ ...fields, secret: z.string() }).meta({ id: 'ShownWebhook' })

/** The outcome of a test. */
export const WebhookTested = z
  .object({
    delivered: z.boolean(),
    /** Null if there was no response. */
    status: z.int().nullable(),
    /** Like `last_failure`. */
    failure: z.string().nullable(),
    duration_ms: z.int(),
  })
  .meta({ id: 'WebhookTested' })

/** The delivery of one event, without the data of the event. */
export const DeliveryItem = z
  .object({
    /** The header `webhook-id` of its requests. */
    event_id: z.string(),
    event_type: z.enum(WEBHOOK_EVENT_TYPES),
    state: z.enum(DELIVERY_STATES).meta({ description: '`waiting`: it will be retried; `failed`: it will not.' }),
    reason: z.enum(DELIVERY_ENDS).nullable().meta({
      description:
        'Why it is not retried: it has failed for a day (`given_up`), or the webhook was `disabled` or `paused`.',
    }),
    /** Number of requests, with or without a response. */
    attempts: z.int().min(0),
    next_try_at: timestamp.nullable(),
    /** HTTP status of the last attempt; null if there was no response. */
    last_status: z.int().nullable(),
    /** Of the last failed attempt, also if a later one succeeded. */
    last_failure: failure,
    /** Of the last attempt. */
    duration_ms: z.int().nullable(),
    /** Time of the event. */
    created_at: timestamp,
    last_tried_at: timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })

const settable = {
  events: z
    .array(z.enum(WEBHOOK_EVENT_TYPES, `must be among ${WEBHOOK_EVENT_TYPES.join(', ')}`))
    .min(1)
    .max(100)
    .transform((list) => [...new Set(list)])
    .nullish(),
  description: plainTextField(DESCRIPTION_LENGTH_MAX).optional(),
}

/** Validated by `RouteParts.webhooks`, because a setting decides which addresses are allowed. */
const url = z.string().min(1)

export const WebhookBody = z.strictObject({ url, ...settable }).meta({ id: 'WebhookRequest' })

/** Omitted fields stay unchanged; `events: null` means all types. */
export const WebhookPatch = z
  .strictObject({ url: url.optional(), ...settable, status: z.enum(['active', 'paused']).optional() })
  .meta({ id: 'WebhookPatch' })

const GRACE_S_MAX = 30 * 24 * 60 * 60
export const GRACE_S = 24 * 60 * 60

export const WebhookRotation = z
  .strictObject({ grace_seconds: z.int().min(0).max(GRACE_S_MAX).optional() })
  .optional()
  .meta({ id: 'WebhookRotation' })

export const webhookPath = z.object({ webhook_id: uuid })
