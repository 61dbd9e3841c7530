import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'

interface LogoDocument {
  /** The digest in the image's URL. */
  _id: string
  organizationId: number
  png: Buffer
  /** When a branding that shows the image was last stored. */
  keptAt: Date
}

const schema = new Schema<LogoDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    png: { type: Buffer, required: true },
    keptAt: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ organizationId: 1, keptAt: 1 })

/** Logo images, readable by anyone who has the URL. */
export const logoStore = (connection: Connection) => {
  const model = connection.model<LogoDocument>('Logo', schema, 'logos')
  return {
    /** Stores an image of the organization. @param digest of the image and the organization */
    async put({ organizationId }: OrganizationRef, digest: string, png: Uint8Array): Promise<void> {
      const set = { png: Buffer.from(png), keptAt: new Date() }
      await model.updateOne({ _id: digest, organizationId }, { $set: set }, { upsert: true })
    },
    /** Marks images as used by a branding that is about to be stored. */
    async keep({ organizationId }: OrganizationRef, digests: readonly string[]): Promise<void> {
      await model.updateMany({ _id: { $in: [...digests] }, organizationId }, { $set: { keptAt: new Date() } })
    },
    /** An image of any organization. */
    async find(digest: string): Promise<Uint8Array | undefined> {
      const found = await model.findById(digest, { png: 1 }).lean()
      if (found === null) return undefined
      // In lean documents, mongoose's Buffer is the driver's Binary.
      return 'buffer' in found.png && found.png.buffer instanceof Uint8Array ? found.png.buffer : found.png
    },
    /** Removes the organization's images except the given ones and those marked since a time. */
    async removeOthers({ organizationId }: OrganizationRef, digests: readonly string[], since: Date): Promise<void> {
      await model.deleteMany({ organizationId, keptAt: { $lt: since }, _id: { $nin: [...digests] } })
    },
  }
}
