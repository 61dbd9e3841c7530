import type { Caller } from '../../../access/rules/caller.ts'
import type { QueueTimeouts } from '../../../ask/rules/time-limits.ts'
import type { ExportFormat } from './export-format.ts'

/** Input of the workflow `exportAnswer`, shared by API, workflow and worker. It contains neither question nor query. */
export interface ExportInput {
  readonly organizationId: number
  readonly databaseId: string
  readonly jobId: string
  /** The caller, with the tenant of the conversation. */
  readonly caller: Caller
  readonly conversationId: string
  readonly messageId: string
  /** The turn of the answer. */
  readonly turnId: string
  /** Counted from 1; absent: the rows of the first query. */
  readonly part?: number
  readonly format: ExportFormat
  readonly queryTimeoutMs: number
  readonly patience: QueueTimeouts
}

/** The Temporal workflow id of an export. */
export const exportWorkflowId = ({ organizationId, jobId }: Pick<ExportInput, 'organizationId' | 'jobId'>): string =>
  `export/${organizationId}/${jobId}`

/** Time limit for writing and storing the file after the query. */
const WRITE_MS = 10 * 60_000

/** Time limit of one attempt: waiting for a slot of the database, running the query, writing the file. */
export const exportAttemptMs = ({
  queryTimeoutMs,
  patience,
}: Pick<ExportInput, 'queryTimeoutMs' | 'patience'>): number => patience.waitMs + queryTimeoutMs + WRITE_MS
