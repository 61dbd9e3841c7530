import { Schema } from 'mongoose'
import type { DeliveryFailure, DisabledReason, Webhook, WebhookStatus } from '../rules/webhook.ts'
import type { WebhookEventType } from '../rules/webhook-event.ts'

/** A secret that was rotated, and until when it signs. */
export interface PreviousSecret {
  readonly secret: Buffer
  readonly until: Date
}

/** So many secrets of before sign at once: of a rotation more, the oldest ends. */
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
  /** Sealed, as are those before. */
  secret: Buffer
  /** Which sign too, the latest first; `PREVIOUS_MAX` at most. */
  previous?: PreviousSecret[]
  createdAt: Date
  lastSuccessAt?: Date
  lastFailureAt?: Date
  lastFailure?: DeliveryFailure
  /** Of the first failure since something was taken. */
  failingSince?: Date
}

export const webhookSchema = new Schema<WebhookDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    place: { type: String, required: true },
    url: { type: Buffer, required: true },
    events: { type: [String], default: undefined },
    // May be empty, which `required` would refuse.
    description: String,
    status: { type: String, required: true },
    disabledReason: String,
    secret: { type: Buffer, required: true },
    // A list that nobody has written is none.
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
 * An endpoint as those who manage it see it. Its address is empty where that was sealed with a secret that nobody has any more:
 * they write it anew.
 *
 * @param openText of the store's cipher
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
