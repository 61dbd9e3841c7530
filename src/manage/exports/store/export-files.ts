import { type Connection, Schema } from 'mongoose'
import type { Caller } from '../../../access/rules/caller.ts'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { isVisible, type Owned, ownerOf } from '../../../access/rules/visibility.ts'
import type { QueryResult } from '../../../ask/rules/outcome.ts'
import { isDuplicateKey } from '../../../store/duplicate-key.ts'
import { OWNED_FIELDS } from '../../../store/owned-fields.ts'
import type { JobDocument } from '../../jobs/store/jobs.ts'
import type { ExportFormat } from '../rules/export-format.ts'

/** A file that a job has written, and that is kept for some time. */
export interface ExportFile extends Pick<QueryResult, 'rowCount' | 'truncated'> {
  /** That of its job. */
  readonly id: string
  readonly conversationId: string
  readonly messageId: string
  readonly format: ExportFormat
  /** Without its ending. */
  readonly name: string
  readonly size: number
  /** In hex. */
  readonly sha256: string
  /** Cells that are not there in full. */
  readonly shortened: number
  readonly expiresAt: Date
}

interface ExportFileDocument extends Owned, Omit<ExportFile, 'id'> {
  _id: string
  /** Which run of the step has written it, rising with each: its chunks are those of this run alone. */
  writer: number
}

interface ExportChunkDocument extends OrganizationRef {
  /** The id of the file, of the run that writes it, and the index of the chunk, from 0. */
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

/** Far below what a document may have, and encoded in a few milliseconds. */
const CHUNK_BYTES = 4 * 1024 * 1024

/** Files of jobs, in chunks: a file is served from the moment in which all of its chunks are there. */
export const exportFileStore = (connection: Connection) => {
  const files = connection.model<ExportFileDocument>('ExportFile', fileSchema, 'export_files')
  const chunks = connection.model<ExportChunkDocument>('ExportChunk', chunkSchema, 'export_chunks')
  const jobs = connection.model<JobDocument>('Job')
  const chunkId = (id: string, writer: number, at: number): string => `${id}/${writer}/${at}`
  const removeAll = async (own: Readonly<Record<string, unknown>>): Promise<void> => {
    // The jobs first: one that runs finds its own gone, and removes what it writes after this.
    await jobs.deleteMany({ ...own, kind: 'export' })
    await files.deleteMany(own)
    await chunks.deleteMany(own)
  }
  return {
    /**
     * Stores the file of a job. A run that was thought dead does not replace that of its successor; what earlier runs have left
     * behind is removed.
     *
     * @param writer the rank of the run, rising with each
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
      for (let at = 0; at * CHUNK_BYTES < bytes.length; at++) {
        const data = Buffer.from(bytes.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES))
        const chunk = { organizationId, exportId: id, writer, conversationId, databaseId, data, expiresAt }
        await chunks.updateOne({ _id: chunkId(id, writer, at), organizationId }, { $set: chunk }, { upsert: true })
      }
      const notOvertaken = { _id: id, organizationId, writer: { $not: { $gt: writer } } }
      const fields = { ...owner, ...file, writer }
      await files.updateOne(notOvertaken, { $set: fields }, { upsert: true }).catch((error: unknown) => {
        // A later run's is no match, and cannot be inserted anew.
        if (!isDuplicateKey(error)) throw error
      })
    },
    /** A file, where the caller may see it and it has not expired. */
    async find(caller: Caller, id: string): Promise<(ExportFile & { readonly writer: number }) | undefined> {
      const { organizationId } = caller
      const found = await files.findOne({ _id: id, organizationId, expiresAt: { $gt: new Date() } }).lean()
      if (found === null || !isVisible(found, caller)) return undefined
      const { _id, organizationId: _, scopeId: __, tenantId: ___, databaseId: ____, ...file } = found
      return { id: _id, ...file }
    },
    /** The bytes of a file, in parts. @throws when it is removed meanwhile */
    async *bytes(
      { organizationId }: OrganizationRef,
      { id, writer, size }: Pick<ExportFile, 'id' | 'size'> & { readonly writer: number },
    ): AsyncGenerator<Uint8Array> {
      for (let at = 0; at * CHUNK_BYTES < size; at++) {
        const found = await chunks.findOne({ _id: chunkId(id, writer, at), organizationId }, { data: 1 }).lean()
        if (found === null) throw new Error('the file is gone')
        // What mongoose calls a Buffer is a Binary of the driver in lean documents.
        yield 'buffer' in found.data && found.data.buffer instanceof Uint8Array ? found.data.buffer : found.data
      }
    },
    /** How many bytes of files an organization keeps. */
    async countBytes({ organizationId }: OrganizationRef): Promise<number> {
      const found = await files.find({ organizationId, expiresAt: { $gt: new Date() } }, { size: 1 }).lean()
      return found.reduce((sum, { size }) => sum + size, 0)
    },
    /** Deletes the file of a job, complete or not. */
    async remove({ organizationId }: OrganizationRef, id: string): Promise<void> {
      await files.deleteMany({ _id: id, organizationId })
      await chunks.deleteMany({ exportId: id, organizationId })
    },
    /** Deletes the files that were made in a conversation, with their jobs. */
    async removeOfConversation({ organizationId }: OrganizationRef, conversationId: string): Promise<void> {
      await removeAll({ organizationId, conversationId })
    },
    /** Deletes the files that were made of a database, with their jobs. */
    async removeOfDatabase({ organizationId }: OrganizationRef, databaseId: string): Promise<void> {
      await removeAll({ organizationId, databaseId })
    },
    /** Forgets what has expired: not every store does so by itself. */
    async sweep(now: Date): Promise<void> {
      await files.deleteMany({ expiresAt: { $lte: now } })
      await chunks.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}
