import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { insertIfAbsent } from '../../../platform/mongodb/duplicate-key.ts'
import type { ItemPage, NumberedPage } from '../../../platform/values/page.ts'
import { listPage } from '../../../store/list-page.ts'
import type { Delivery } from '../rules/delivery.ts'
import type { WebhookEvent } from '../rules/webhook-event.ts'

/** The current state of a delivery; absent fields stay unchanged, null removes a value. */
export interface DeliveryState extends Pick<Delivery, 'state' | 'attempts' | 'lastFailure' | 'durationMs'> {
  readonly reason: Delivery['reason'] | null
  readonly nextTryAt: Date | null
  readonly lastStatus?: number | null
  readonly lastTriedAt?: Date
}

interface DeliveryDocument extends DeliveryState {
  /** `<webhook>/<event>`: an event that is delivered twice is listed once. */
  _id: string
  organizationId: number
  webhookId: string
  eventId: string
  eventType: WebhookEvent['type']
  createdAt: Date
  expiresAt: Date
}

const schema = new Schema<DeliveryDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    webhookId: { type: String, required: true },
    eventId: { type: String, required: true },
    eventType: { type: String, required: true },
    state: { type: String, required: true },
    reason: String,
    attempts: { type: Number, required: true },
    nextTryAt: Date,
    lastStatus: Number,
    lastFailure: String,
    durationMs: Number,
    createdAt: { type: Date, required: true },
    lastTriedAt: Date,
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false },
)
schema.index({ organizationId: 1, webhookId: 1, createdAt: -1, _id: -1 })

const RETENTION_MS = 30 * 24 * 60 * 60_000

/** The total of a list is counted up to this number: counting a million deliveries would take a second. */
const COUNTED_MAX = 10_000

/** Delivery states by event and endpoint, kept for 30 days. */
export const webhookDeliveryStore = (connection: Connection) => {
  const model = connection.model<DeliveryDocument>('WebhookDelivery', schema, 'webhook_deliveries')
  return {
    /**
     * Stores the state of a delivery to an endpoint of the caller's organization. `delivered` is final: a worker that lost its
     * step cannot overwrite it.
     */
    async put(
      { organizationId }: OrganizationRef,
      webhookId: string,
      { id: eventId, type: eventType, timestamp }: Pick<WebhookEvent, 'id' | 'type' | 'timestamp'>,
      state: DeliveryState,
    ): Promise<void> {
      const createdAt = new Date(timestamp)
      const expiresAt = new Date(createdAt.getTime() + RETENTION_MS)
      const undelivered = { _id: `${webhookId}/${eventId}`, organizationId, state: { $ne: 'delivered' as const } }
      const update = { $set: state, $setOnInsert: { webhookId, eventId, eventType, createdAt, expiresAt } }
      await insertIfAbsent(() => model.updateOne(undelivered, update, { upsert: true }))
    },
    /** The deliveries to an endpoint of the caller's organization, newest first; the total is counted up to `COUNTED_MAX`. */
    async list(
      { organizationId }: OrganizationRef,
      webhookId: string,
      page: NumberedPage,
    ): Promise<ItemPage<Delivery>> {
      const own = { organizationId, webhookId }
      const total = model.countDocuments(own, { limit: COUNTED_MAX })
      return await listPage(
        page,
        { total, sorted: model.find(own).sort({ createdAt: -1, _id: -1 }).lean() },
        deliveryOf,
      )
    },
    async removeOfWebhook({ organizationId }: OrganizationRef, webhookId: string): Promise<void> {
      await model.deleteMany({ organizationId, webhookId })
    },
    /** Deletes expired deliveries: not every MongoDB-compatible store has TTL indexes. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

const deliveryOf = ({
  eventId,
  eventType,
  state,
  reason,
  attempts,
  nextTryAt,
  lastStatus,
  lastFailure,
  durationMs,
  createdAt,
  lastTriedAt,
}: DeliveryDocument): Delivery => ({
  eventId,
  eventType,
  state,
  attempts,
  createdAt: createdAt.toISOString(),
  ...(reason == null ? {} : { reason }),
  ...(nextTryAt === null ? {} : { nextTryAt: nextTryAt.toISOString() }),
  ...(lastStatus == null ? {} : { lastStatus }),
  ...(lastFailure === undefined ? {} : { lastFailure }),
  ...(durationMs === undefined ? {} : { durationMs }),
  ...(lastTriedAt === undefined ? {} : { lastTriedAt: lastTriedAt.toISOString() }),
})
