import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { insertIfAbsent } from '../../../platform/mongodb/duplicate-key.ts'

interface PaymentEventDocument {
  /** The processor's event id. */
  _id: string
  organizationId: number
  expiresAt: Date
}

const schema = new Schema<PaymentEventDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false },
)
schema.index({ organizationId: 1 })

/** Processors resend an event for some days; manual resends are possible for 30. */
const KEPT_MS = 30 * 24 * 60 * 60_000

/** Ids of handled events of the payment processor, so that none is handled twice. */
export const paymentEventStore = (connection: Connection) => {
  const model = connection.model<PaymentEventDocument>('PaymentEvent', schema, 'payment_events')
  return {
    async has({ organizationId }: OrganizationRef, id: string): Promise<boolean> {
      return (await model.findOne({ _id: id, organizationId }, { _id: 1 }).lean()) !== null
    },
    /** Records that an event was handled. */
    async add({ organizationId }: OrganizationRef, id: string, now = new Date()): Promise<void> {
      const expiresAt = new Date(now.getTime() + KEPT_MS)
      await insertIfAbsent(() => model.create({ _id: id, organizationId, expiresAt }))
    },
    /** Deletes expired documents: not every compatible store has TTL indexes. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}
