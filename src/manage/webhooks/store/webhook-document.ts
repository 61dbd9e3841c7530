import { Schema } from 'mongoose'
import type { DeliveryFailure, DisabledReason, Webhook, WebhookStatus } from '../rules/webhook.ts'
import type { WebhookEventType } from '../rules/webhook-event.ts'

/** A previous secret, with the end of its grace period. */
export interface PreviousSecret {
  readonly secret: Buffer
  readonly until: Date
}

/** Maximum number of previous secrets; a further rotation drops the oldest. */
export const PREVIOUS_MAX = 5

export interface WebhookDocument {
  _id: string
  organizationId: number
  /** One of those that its organization has, `7/0` and so on, and no other one's. */
  place: string
  /** Sealed, because some hold a password or a token. */
  url: Buffer
  /** Absent: all. */
  events?: WebhookEventType[]
  description: string
  status: WebhookStatus
  disabledReason?: DisabledReason
  /** Sealed, like the previous ones. */
  secret: Buffer
  /** Previous secrets that still sign, latest first; at most `PREVIOUS_MAX`. */
  previous?: PreviousSecret[]
  createdAt: Date
  lastSuccessAt?: Date
  lastFailureAt?: Date
  lastFailure?: DeliveryFailure
  /** Time of the first failure since the last success. */
  failingSince?: Date
}

export const webhookSchema = new Schema<WebhookDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    place: { type: String, required: true },
    url: { type: Buffer, required: true },
    events: { type: [String], default: undefined },
    // Not `required`: Mongoose rejects empty strings for required fields.
    description: String,
    status: { type: String, required: true },
    disabledReason: String,
    secret: { type: Buffer, required: true },
    // Without this default, Mongoose would store an empty list.
    previous: { type: [{ _id: false, secret: Buffer, until: Date }], default: undefined },
    createdAt: { type: Date, required: true },
    lastSuccessAt: Date,
    lastFailureAt: Date,
    lastFailure: String,
    failingSince: Date,
  },
  { versionKey: false },
)
webhookSchema.index({ organizationId: 1, createdAt: 1, _id: 1 })
webhookSchema.index({ place: 1 }, { unique: true })

/**
 * An endpoint without its secret. The URL is empty if the secret that sealed it is no longer configured: it must be entered again.
 *
 * @param openText decrypts a sealed field
 */
export const webhookOf = (
  { _id, url, events, description, status, ...found }: WebhookDocument,
  openText: (sealed: unknown) => string,
): Webhook => ({
  id: _id,
  url: opened(url, openText),
  description,
  status,
  createdAt: found.createdAt.toISOString(),
  ...(events === undefined ? {} : { events }),
  ...(found.disabledReason === undefined ? {} : { disabledReason: found.disabledReason }),
  ...(found.lastSuccessAt === undefined ? {} : { lastSuccessAt: found.lastSuccessAt.toISOString() }),
  ...(found.lastFailureAt === undefined ? {} : { lastFailureAt: found.lastFailureAt.toISOString() }),
  ...(found.lastFailure === undefined ? {} : { lastFailure: found.lastFailure }),
  ...untilOf(found.previous),
})

const untilOf = (previous: readonly PreviousSecret[] = []): Pick<Webhook, 'previousUntil'> => {
  if (previous.length === 0) return {}
  return { previousUntil: new Date(Math.max(...previous.map(({ until }) => until.getTime()))).toISOString() }
}

const opened = (url: Buffer, openText: (sealed: unknown) => string): string => {
  try {
    return openText(url)
  } catch {
    return ''
  }
}
