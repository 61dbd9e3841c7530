import type { ProblemName } from '../../../platform/problems/problem.ts'
import type { Json } from '../../../platform/values/json.ts'

export const JOB_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

export const JOB_KINDS = ['index', 'turn', 'export', 'attack'] as const

/**
 * Why a database is indexed: on request, by schedule, because it was connected or used before all of its columns were
 * read (`unread`), or because a query named a missing table or column.
 */
export const INDEX_CAUSES = ['request', 'schedule', 'unread', 'name_gone'] as const
export type IndexCause = (typeof INDEX_CAUSES)[number]

/** How far a job is: `done` of `total` steps, and the one that it is at. */
export interface JobProgress {
  readonly step: string
  readonly done: number
  readonly total: number
  /** Columns that were read, of all, while it learns what they hold. */
  readonly columns?: { readonly read: number; readonly all: number }
}

/** How far a job is in percent, the part of its step included. */
export const percentOf = ({ done, total, columns }: JobProgress): number =>
  Math.floor((100 * (done + (columns === undefined ? 0 : columns.read / Math.max(columns.all, 1)))) / total)

/** Work that goes on after its request was answered (specification, `NOT_FOUND_JOB`). */
export interface Job {
  readonly id: string
  /**
   * Reading the catalog of a database again, answering a question, writing the rows of an answer as a file, or attacking the policy
   * of a database.
   */
  readonly kind: (typeof JOB_KINDS)[number]
  readonly databaseId: string
  /** Of a job that indexes. */
  readonly cause?: IndexCause
  /** Of a question or an export. */
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

export const isOver = ({ status }: Pick<Job, 'status'>): boolean => status !== 'queued' && status !== 'running'

export const WAITING: JobProgress = { step: 'waiting for a worker', done: 0, total: 1 }

/** Detail of a question whose query waits for a slot. */
export const WAITING_FOR_PLACE = 'waiting for a place in the database'

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

/** How many of the drafts of a run of attacks were tried. */
export const attackProgress = (tried: number, all: number): JobProgress => ({
  step: 'trying hostile drafts',
  done: tried,
  total: all,
})

/** How far learning what columns hold is. */
export const columnProgress = (read: number, all: number): JobProgress => ({
  ...indexProgress('learning what columns hold'),
  columns: { read, all },
})
