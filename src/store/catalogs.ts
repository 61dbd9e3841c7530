import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type Connection, Schema } from 'mongoose'
import type { Catalog } from '../domain/ask/catalog.ts'
import { Problem } from '../domain/problem.ts'
import { isDuplicateKey } from './duplicate-key.ts'

/** One for each database, under its id. */
interface CatalogDocument {
  _id: string
  organizationId: number
  /** JSON, compressed: names and values are free text, which document keys are not. */
  catalog: Buffer
  madeAt: Date
}

const schema = new Schema<CatalogDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    catalog: { type: Buffer, required: true },
    madeAt: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ organizationId: 1 })

/** Below what a document of the store may have; vectors take a third of it at most (`embedTables`). */
const BYTES_MAX = 12 * 1024 * 1024
/** A catalog that would be larger unpacked was not made here. */
const UNPACKED_MAX = 256 * 1024 * 1024

type InOrganization = { readonly organizationId: number }

const [packed, unpacked] = [promisify(gzip), promisify(gunzip)]

export const catalogVerbs = (connection: Connection) => {
  const model = connection.model<CatalogDocument>('Catalog', schema, 'catalogs')
  return {
    /** What was found out of a database when it was indexed last; undefined before that. */
    async catalog({ organizationId }: InOrganization, databaseId: string): Promise<Catalog | undefined> {
      const found = await model.findOne({ _id: databaseId, organizationId }, { catalog: 1 }).lean()
      if (found === null) return undefined
      const text = await unpacked(new Uint8Array(found.catalog.buffer), { maxOutputLength: UNPACKED_MAX })
      return JSON.parse(text.toString('utf8'))
    },
    /** Replaces the catalog of a database, unless there is a later one. @throws Problem `database_too_large` */
    async putCatalog({ organizationId }: InOrganization, databaseId: string, catalog: Catalog): Promise<void> {
      const bytes = await packed(JSON.stringify(catalog))
      if (bytes.length > BYTES_MAX) throw new Problem('database_too_large')
      const madeAt = new Date(catalog.madeAt)
      const earlier = { _id: databaseId, organizationId, madeAt: { $lte: madeAt } }
      try {
        await model.updateOne(earlier, { $set: { catalog: bytes, madeAt } }, { upsert: true })
      } catch (error) {
        // There is a later one: whoever made this one was thought dead.
        if (!isDuplicateKey(error)) throw error
      }
    },
    async removeCatalog({ organizationId }: InOrganization, databaseId: string): Promise<void> {
      await model.deleteOne({ _id: databaseId, organizationId })
    },
  }
}
