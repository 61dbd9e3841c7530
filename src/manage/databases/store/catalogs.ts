import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type Connection, Schema } from 'mongoose'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import type { Catalog } from '../../../ask/rules/catalog.ts'
import type { SchemaChanges, SchemaShape } from '../../../guard/schema-changes.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { isDuplicateKey } from '../../../store/duplicate-key.ts'

/** One for each database, under its id. */
interface CatalogDocument {
  _id: string
  organizationId: number
  /** JSON, compressed: names and values are free text, which document keys are not. */
  catalog: Buffer
  madeAt: Date
  /** Compressed JSON: the schema, its author, and its difference from the one before. */
  shape?: Buffer
}

/** The schema that a catalog was made of. */
export interface KeptShape {
  readonly shape: SchemaShape
  /** The job that has made the catalog; a job that is done again finds what it had found. */
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

/** Below what a document of the store may have, with the schema beside it; vectors take a third at most (`embedTables`). */
const BYTES_MAX = 11 * 1024 * 1024
const SHAPE_BYTES_MAX = 4 * 1024 * 1024
/** A catalog that would be larger unpacked was not made here. */
const UNPACKED_MAX = 256 * 1024 * 1024

const [packed, unpacked] = [promisify(gzip), promisify(gunzip)]

/** What was compressed here. */
const jsonIn = async ({ buffer }: Buffer) => {
  const text = await unpacked(new Uint8Array(buffer), { maxOutputLength: UNPACKED_MAX })
  return JSON.parse(text.toString('utf8'))
}

export const catalogStore = (connection: Connection) => {
  const model = connection.model<CatalogDocument>('Catalog', schema, 'catalogs')
  return {
    /** What was found out of a database when it was indexed last; undefined before that. */
    async find({ organizationId }: OrganizationRef, databaseId: string): Promise<Catalog | undefined> {
      const found = await model.findOne({ _id: databaseId, organizationId }, { catalog: 1 }).lean()
      if (found === null) return undefined
      return await jsonIn(found.catalog)
    },
    /** The schema that the catalog of a database was made of; undefined where none is known. */
    async findShape({ organizationId }: OrganizationRef, databaseId: string): Promise<KeptShape | undefined> {
      const found = await model.findOne({ _id: databaseId, organizationId }, { shape: 1 }).lean()
      return found?.shape == null ? undefined : await jsonIn(found.shape)
    },
    /**
     * Replaces the catalog of a database, unless there is a later one. A schema that is too large to be kept beside it is
     * not compared with the next.
     *
     * @throws Problem `database_too_large`
     */
    async put(
      { organizationId }: OrganizationRef,
      databaseId: string,
      catalog: Catalog,
      kept?: KeptShape,
    ): Promise<void> {
      const bytes = await packed(JSON.stringify(catalog))
      if (bytes.length > BYTES_MAX) throw new Problem('database_too_large')
      const shape = kept === undefined ? undefined : await packed(JSON.stringify(kept))
      const beside =
        shape === undefined || shape.length > SHAPE_BYTES_MAX ? { $unset: { shape: 1 } } : { $set: { shape } }
      const madeAt = new Date(catalog.madeAt)
      const earlier = { _id: databaseId, organizationId, madeAt: { $lte: madeAt } }
      try {
        await model.updateOne(
          earlier,
          { ...beside, $set: { ...beside.$set, catalog: bytes, madeAt } },
          { upsert: true },
        )
      } catch (error) {
        // There is a later one: the writer of this one had lost its lease.
        if (!isDuplicateKey(error)) throw error
      }
    },
    /** The databases that were indexed since a moment, for workers that index those of all organizations. */
    async indexedSince(databaseIds: readonly string[], since: Date): Promise<ReadonlySet<string>> {
      const found = await model.find({ _id: { $in: databaseIds }, madeAt: { $gt: since } }, { _id: 1 }).lean()
      return new Set(found.map(({ _id }) => _id))
    },
    async remove({ organizationId }: OrganizationRef, databaseId: string): Promise<void> {
      await model.deleteOne({ _id: databaseId, organizationId })
    },
  }
}
