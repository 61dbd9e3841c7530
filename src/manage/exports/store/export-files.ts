import { type Connection, Schema } from 'mongoose'
import type { Caller } from '../../../access/rules/caller.ts'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { type DocumentOwner, isVisible, ownerOf } from '../../../access/rules/visibility.ts'
import type { QueryResult } from '../../../ask/rules/outcome.ts'
import { isDuplicateKey } from '../../../platform/mongodb/duplicate-key.ts'
import { OWNED_FIELDS } from '../../../store/owned-fields.ts'
import type { JobDocument } from '../../jobs/store/jobs.ts'
import type { ExportFormat } from '../rules/export-format.ts'

/** The file of an export job. */
export interface ExportFile extends Pick<QueryResult, 'rowCount' | 'truncated'> {
  /** The job id. */
  readonly id: string
  readonly conversationId: string
  readonly messageId: string
  readonly format: ExportFormat
  /** File name without extension. */
  readonly name: string
  readonly size: number
  /** In hex. */
  readonly sha256: string
  /** Number of truncated cells. */
  readonly shortened: number
  readonly expiresAt: Date
}

interface ExportFileDocument extends DocumentOwner, Omit<ExportFile, 'id'> {
  _id: string
  /** Fencing token: the run of the step that wrote the file, increasing; only chunks of this run belong to it. */
  writer: number
}

interface ExportChunkDocument extends OrganizationRef {
  /** File id, run, and index of the chunk from 0. */
  _id: string
  exportId: string
  writer: number
  conversationId: string
  databaseId: string
  data: Buffer
  expiresAt: Date
}

const fileSchema = new Schema<ExportFileDocument>(
  {
    _id: { type: String, required: true },
    ...OWNED_FIELDS,
    conversationId: { type: String, required: true },
    messageId: { type: String, required: true },
    format: { type: String, required: true },
    name: { type: String, required: true },
    size: { type: Number, required: true },
    sha256: { type: String, required: true },
    rowCount: { type: Number, required: true },
    truncated: { type: Boolean, required: true },
    shortened: { type: Number, required: true },
    writer: { type: Number, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false },
)
fileSchema.index({ organizationId: 1, databaseId: 1 })
fileSchema.index({ conversationId: 1 })

const chunkSchema = new Schema<ExportChunkDocument>(
  {
    _id: { type: String, required: true },
    organizationId: { type: Number, required: true },
    exportId: { type: String, required: true },
    writer: { type: Number, required: true },
    conversationId: { type: String, required: true },
    databaseId: { type: String, required: true },
    data: { type: Buffer, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false },
)
chunkSchema.index({ exportId: 1 })
chunkSchema.index({ organizationId: 1, databaseId: 1 })
chunkSchema.index({ conversationId: 1 })

/** Far below the limit of a document, and encoded in a few milliseconds. */
const CHUNK_BYTES = 4 * 1024 * 1024

/** Export files in chunks: a file is visible once all its chunks are stored. */
export const exportFileStore = (connection: Connection) => {
  const files = connection.model<ExportFileDocument>('ExportFile', fileSchema, 'export_files')
  const chunks = connection.model<ExportChunkDocument>('ExportChunk', chunkSchema, 'export_chunks')
  const jobs = connection.model<JobDocument>('Job')
  const chunkId = (id: string, writer: number, index: number): string => `${id}/${writer}/${index}`
  const removeAll = async (own: Readonly<Record<string, unknown>>): Promise<void> => {
    // Jobs first: a running job then finds its document gone and removes what it writes afterwards.
    await jobs.deleteMany({ ...own, kind: 'export' })
    await files.deleteMany(own)
    await chunks.deleteMany(own)
  }
  return {
    /**
     * Stores the file of a job. An earlier run that was considered dead cannot replace the file of its successor
     * (fencing token); chunks of earlier runs are removed.
     * @param writer the fencing token of the run
     */
    async put(
      caller: Caller,
      databaseId: string,
      { id, ...file }: ExportFile,
      bytes: Uint8Array,
      writer: number,
    ): Promise<void> {
      const owner = ownerOf(caller, databaseId)
      const { organizationId } = owner
      const { conversationId, expiresAt } = file
      await chunks.deleteMany({ exportId: id, organizationId, writer: { $lt: writer } })
      for (let index = 0; index * CHUNK_BYTES < bytes.length; index++) {
        const data = Buffer.from(bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES))
        const chunk = { organizationId, exportId: id, writer, conversationId, databaseId, data, expiresAt }
        await chunks.updateOne({ _id: chunkId(id, writer, index), organizationId }, { $set: chunk }, { upsert: true })
      }
      const unlessNewer = { _id: id, organizationId, writer: { $not: { $gt: writer } } }
      const fields = { ...owner, ...file, writer }
      await files.updateOne(unlessNewer, { $set: fields }, { upsert: true }).catch((error: unknown) => {
        // The file of a later run does not match and causes a duplicate key error.
        if (!isDuplicateKey(error)) throw error
      })
    },
    /** A file that the caller may see and that has not expired. */
    async find(caller: Caller, id: string): Promise<(ExportFile & { readonly writer: number }) | undefined> {
      const { organizationId } = caller
      const found = await files.findOne({ _id: id, organizationId, expiresAt: { $gt: new Date() } }).lean()
      if (found === null || !isVisible(found, caller)) return undefined
      const { _id, organizationId: _, scopeId: __, tenantId: ___, databaseId: ____, ...file } = found
      return { id: _id, ...file }
    },
    /** The bytes of a file, in chunks. @throws if it is removed in the meantime */
    async *bytes(
      { organizationId }: OrganizationRef,
      { id, writer, size }: Pick<ExportFile, 'id' | 'size'> & { readonly writer: number },
    ): AsyncGenerator<Uint8Array> {
      for (let index = 0; index * CHUNK_BYTES < size; index++) {
        const found = await chunks.findOne({ _id: chunkId(id, writer, index), organizationId }, { data: 1 }).lean()
        if (found === null) throw new Error('the file is gone')
        // In lean documents, mongoose's Buffer is the driver's Binary.
        yield 'buffer' in found.data && found.data.buffer instanceof Uint8Array ? found.data.buffer : found.data
      }
    },
    /** Total size of an organization's files. */
    async countBytes({ organizationId }: OrganizationRef): Promise<number> {
      const found = await files.find({ organizationId, expiresAt: { $gt: new Date() } }, { size: 1 }).lean()
      return found.reduce((sum, { size }) => sum + size, 0)
    },
    /** Deletes the file of a job and its chunks. */
    async remove({ organizationId }: OrganizationRef, id: string): Promise<void> {
      await files.deleteMany({ _id: id, organizationId })
      await chunks.deleteMany({ exportId: id, organizationId })
    },
    /** Deletes the files of a conversation, with their jobs. */
    async removeOfConversation({ organizationId }: OrganizationRef, conversationId: string): Promise<void> {
      await removeAll({ organizationId, conversationId })
    },
    /** Deletes the files of a database, with their jobs. */
    async removeOfDatabase({ organizationId }: OrganizationRef, databaseId: string): Promise<void> {
      await removeAll({ organizationId, databaseId })
    },
    /** Deletes expired documents: not every compatible store has TTL indexes. */
    async sweep(now: Date): Promise<void> {
      await files.deleteMany({ expiresAt: { $lte: now } })
      await chunks.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}
