import type { Caller } from '../../../access/rules/caller.ts'
import type { Patience } from '../../../ask/rules/time-limits.ts'
import type { ExportFormat } from './export-format.ts'

/** Input of the workflow `exportAnswer`: what the API, the workflow and the worker agree on. It holds neither question nor query. */
export interface ExportInput {
  readonly organizationId: number
  readonly databaseId: string
  readonly jobId: string
  /** The caller, for the tenant of the conversation. */
  readonly caller: Caller
  readonly conversationId: string
  readonly messageId: string
  /** Whose answer it is. */
  readonly turnId: string
  /** Counted from 1; absent: the rows of the first query. */
  readonly part?: number
  readonly format: ExportFormat
  readonly queryTimeoutMs: number
  readonly patience: Patience
}

/** Where an export is found in Temporal. */
export const exportWorkflowId = ({ organizationId, jobId }: Pick<ExportInput, 'organizationId' | 'jobId'>): string =>
  `export/${organizationId}/${jobId}`

/** For writing a file and storing it, after its query has run. */
const WRITE_MS = 10 * 60_000

/** Time of one attempt in ms: waiting for a slot in the database, running the query, writing the file. */
export const exportAttemptMs = ({
  queryTimeoutMs,
  patience,
}: Pick<ExportInput, 'queryTimeoutMs' | 'patience'>): number => patience.waitMs + queryTimeoutMs + WRITE_MS
