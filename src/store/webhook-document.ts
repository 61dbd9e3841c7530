import { Schema } from 'mongoose'
import type { DeliveryFailure, DisabledReason, Webhook, WebhookStatus } from '../domain/webhooks/webhook.ts'
import type { WebhookEventType } from '../domain/webhooks/webhook-event.ts'
import { plainText } from './sealed.ts'

export interface WebhookDocument {
  _id: string
  organizationId: number
  /** One of those that its organization has, `7/0` and so on, and no other one's; absent where it was made before there were any. */
  place?: string
  /** Sealed, because some hold a password or a token; as text where it was written before it was sealed. */
  url: Buffer | string
  /** Absent: all. */
  events?: WebhookEventType[]
  description: string
  status: WebhookStatus
  disabledReason?: DisabledReason
  /** Sealed, as is the one before. */
  secret: Buffer
  previousSecret?: Buffer
  previousUntil?: Date
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
    place: String,
    url: { type: Schema.Types.Mixed, required: true },
    events: { type: [String], default: undefined },
    // May be empty, which `required` would refuse.
    description: String,
    status: { type: String, required: true },
    disabledReason: String,
    secret: { type: Buffer, required: true },
    previousSecret: Buffer,
    previousUntil: Date,
    createdAt: { type: Date, required: true },
    lastSuccessAt: Date,
    lastFailureAt: Date,
    lastFailure: String,
    failingSince: Date,
  },
  { versionKey: false },
)
webhookSchema.index({ organizationId: 1, createdAt: 1, _id: 1 })
webhookSchema.index({ place: 1 }, { unique: true, sparse: true })

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
  ...{ id: _id, url: opened(url, openText), description, status, createdAt: found.createdAt.toISOString() },
  ...(events === undefined ? {} : { events }),
  ...(found.disabledReason === undefined ? {} : { disabledReason: found.disabledReason }),
  ...(found.lastSuccessAt === undefined ? {} : { lastSuccessAt: found.lastSuccessAt.toISOString() }),
  ...(found.lastFailureAt === undefined ? {} : { lastFailureAt: found.lastFailureAt.toISOString() }),
  ...(found.lastFailure === undefined ? {} : { lastFailure: found.lastFailure }),
  ...(found.previousUntil === undefined ? {} : { previousUntil: found.previousUntil.toISOString() }),
})

const opened = (url: Buffer | string, openText: (sealed: unknown) => string): string => {
  try {
    return plainText(url, openText)
  } catch {
    return ''
  }
}
