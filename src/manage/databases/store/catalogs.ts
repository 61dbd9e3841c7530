import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import type { Catalog } from '../../../ask/rules/catalog.ts'
import type { SchemaChanges, SchemaShape } from '../../../guard/schema-changes.ts'
import { isDuplicateKey } from '../../../platform/mongodb/duplicate-key.ts'
import { Problem } from '../../../platform/problems/problem.ts'

/** One document per database, with its id. */
interface CatalogDocument {
  _id: string
  organizationId: number
  /** Compressed JSON: names and values may be invalid as document keys. */
  catalog: Buffer
  madeAt: Date
  /** Compressed JSON (`StoredShape`). */
  shape?: Buffer
}

/** The schema of a catalog, with its changes. */
export interface StoredShape {
  readonly shape: SchemaShape
  /** The job that created the catalog; a retry keeps the changes. */
  readonly jobId?: string
  readonly changes: SchemaChanges
}

const schema = new Schema<CatalogDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    catalog: { type: Buffer, required: true },
    madeAt: { type: Date, required: true },
    shape: Buffer,
  },
  { versionKey: false },
)
schema.index({ organizationId: 1 })

/** Below the limit of a document, with the schema; vectors take at most a third (`embedTables`). */
const BYTES_MAX = 11 * 1024 * 1024
const SHAPE_BYTES_MAX = 4 * 1024 * 1024
/** Limit against decompression bombs; catalogs written here are smaller. */
const UNPACKED_MAX = 256 * 1024 * 1024

const [packed, unpacked] = [promisify(gzip), promisify(gunzip)]

/** Reads compressed JSON. */
const jsonIn = async ({ buffer }: Buffer) => {
  const text = await unpacked(new Uint8Array(buffer), { maxOutputLength: UNPACKED_MAX })
  return JSON.parse(text.toString('utf8'))
}

export const catalogStore = (connection: Connection) => {
  const model = connection.model<CatalogDocument>('Catalog', schema, 'catalogs')
  return {
    /** The catalog of a database; undefined before the first indexing. */
    async find({ organizationId }: OrganizationRef, databaseId: string): Promise<Catalog | undefined> {
      const found = await model.findOne({ _id: databaseId, organizationId }, { catalog: 1 }).lean()
      if (found === null) return undefined
      return await jsonIn(found.catalog)
    },
    /** The schema of the catalog, if stored. */
    async findShape({ organizationId }: OrganizationRef, databaseId: string): Promise<StoredShape | undefined> {
      const found = await model.findOne({ _id: databaseId, organizationId }, { shape: 1 }).lean()
      return found?.shape == null ? undefined : await jsonIn(found.shape)
    },
    /**
     * Replaces the catalog of a database, unless a later one is stored. A schema that is too large is not stored, and
     * the next one is not compared with it.
     * @throws Problem `database_too_large`
     */
    async put(
      { organizationId }: OrganizationRef,
      databaseId: string,
      catalog: Catalog,
      kept?: StoredShape,
    ): Promise<void> {
      const bytes = await packed(JSON.stringify(catalog))
      if (bytes.length > BYTES_MAX) throw new Problem('database_too_large')
      const shape = kept === undefined ? undefined : await packed(JSON.stringify(kept))
      const shapeUpdate =
        shape === undefined || shape.length > SHAPE_BYTES_MAX ? { $unset: { shape: 1 } } : { $set: { shape } }
      const madeAt = new Date(catalog.madeAt)
      const earlier = { _id: databaseId, organizationId, madeAt: { $lte: madeAt } }
      try {
        await model.updateOne(
          earlier,
          { ...shapeUpdate, $set: { ...shapeUpdate.$set, catalog: bytes, madeAt } },
          { upsert: true },
        )
      } catch (error) {
        // A later catalog exists: this writer was considered dead.
        if (!isDuplicateKey(error)) throw error
      }
    },
    /** Databases indexed since a time; for maintenance of all organizations. */
    async indexedSince(databaseIds: readonly string[], since: Date): Promise<ReadonlySet<string>> {
      const found = await model.find({ _id: { $in: databaseIds }, madeAt: { $gt: since } }, { _id: 1 }).lean()
      return new Set(found.map(({ _id }) => _id))
    },
    async remove({ organizationId }: OrganizationRef, databaseId: string): Promise<void> {
      await model.deleteOne({ _id: databaseId, organizationId })
    },
  }
}
