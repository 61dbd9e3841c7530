import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'

interface LogoDocument {
  /** The digest by which its address names it. */
  _id: string
  organizationId: number
  png: Buffer
  /** Time of the last branding that uses it. */
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

/** Images of logos, served without a credential at their address. */
export const logoStore = (connection: Connection) => {
  const model = connection.model<LogoDocument>('Logo', schema, 'logos')
  return {
    /** Keeps a picture of the caller's organization. @param digest of the picture and the organization */
    async put({ organizationId }: OrganizationRef, digest: string, png: Uint8Array): Promise<void> {
      const set = { png: Buffer.from(png), keptAt: new Date() }
      await model.updateOne({ _id: digest, organizationId }, { $set: set }, { upsert: true })
    },
    /** Says that pictures of the caller's organization are shown again by what is stored next. */
    async keep({ organizationId }: OrganizationRef, digests: readonly string[]): Promise<void> {
      await model.updateMany({ _id: { $in: [...digests] }, organizationId }, { $set: { keptAt: new Date() } })
    },
    /** A picture, of whichever organization. */
    async find(digest: string): Promise<Uint8Array | undefined> {
      const found = await model.findById(digest, { png: 1 }).lean()
      if (found === null) return undefined
      // What mongoose calls a Buffer is a Binary of the driver in lean documents.
      return 'buffer' in found.png && found.png.buffer instanceof Uint8Array ? found.png.buffer : found.png
    },
    /** Removes all pictures of the caller's organization but some, and those that were kept since a moment. */
    async removeOthers({ organizationId }: OrganizationRef, digests: readonly string[], since: Date): Promise<void> {
      await model.deleteMany({ organizationId, keptAt: { $lt: since }, _id: { $nin: [...digests] } })
    },
  }
}
