import type { ProblemName } from '../../../platform/problems/problem.ts'
import type { Json } from '../../../platform/values/json.ts'

export const JOB_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

export const JOB_KINDS = ['index', 'turn', 'export', 'attack'] as const

/**
 * Why a database is indexed: on request, by schedule, because it was connected or queried before all its columns were
 * read (`unread`), or because a query named a dropped object (`name_gone`).
 */
export const INDEX_CAUSES = ['request', 'schedule', 'unread', 'name_gone'] as const
export type IndexCause = (typeof INDEX_CAUSES)[number]

/** Progress of a job: `done` of `total` steps, and the current step. */
export interface JobProgress {
  readonly step: string
  readonly done: number
  readonly total: number
  /** Columns read so far, during the step that reads column contents. */
  readonly columns?: { readonly read: number; readonly all: number }
}

/** Progress in percent, including the progress of the current step. */
export const percentOf = ({ done, total, columns }: JobProgress): number =>
  Math.floor((100 * (done + (columns === undefined ? 0 : columns.read / Math.max(columns.all, 1)))) / total)

/** Work that continues after its response (specification, `NOT_FOUND_JOB`). */
export interface Job {
  readonly id: string
  /**
   * Indexing a database, answering a question, exporting the rows of an answer, or attacking the policy of a database.
   */
  readonly kind: (typeof JOB_KINDS)[number]
  readonly databaseId: string
  /** Set for indexing jobs. */
  readonly cause?: IndexCause
  /** Set for questions and exports. */
  readonly conversationId?: string
  readonly status: JobStatus
  readonly progress: JobProgress
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly updatedAt: string
  readonly result?: Json
  readonly problem?: { readonly problem: ProblemName; readonly message: string }
}

/** How a job ended. */
export type JobEnding =
  | { readonly status: 'succeeded'; readonly result: Json }
  | { readonly status: 'failed'; readonly problem: NonNullable<Job['problem']> }
  | { readonly status: 'cancelled' }

export const isEnded = ({ status }: Pick<Job, 'status'>): boolean => status !== 'queued' && status !== 'running'

export const WAITING: JobProgress = { step: 'waiting for a worker', done: 0, total: 1 }

/** Step of a question whose query waits for a slot of the database. */
export const WAITING_FOR_SLOT = 'waiting for a place in the database'

/** Steps of indexing, in their order. */
export const INDEX_STEPS = [
  'reading tables and keys',
  'updating the policy',
  'learning what columns hold',
  'looking for missing indexes',
] as const

export const indexProgress = (step: (typeof INDEX_STEPS)[number]): JobProgress => ({
  step,
  done: INDEX_STEPS.indexOf(step),
  total: INDEX_STEPS.length,
})

/** Steps of an export, in their order. */
export const EXPORT_STEPS = ['running the query', 'writing the file'] as const

export const exportProgress = (step: (typeof EXPORT_STEPS)[number]): JobProgress => ({
  step,
  done: EXPORT_STEPS.indexOf(step),
  total: EXPORT_STEPS.length,
})

/** Progress of an attack run. */
export const attackProgress = (tried: number, all: number): JobProgress => ({
  step: 'trying hostile drafts',
  done: tried,
  total: all,
})

/** Progress of reading column contents. */
export const columnProgress = (read: number, all: number): JobProgress => ({
  ...indexProgress('learning what columns hold'),
  columns: { read, all },
})
