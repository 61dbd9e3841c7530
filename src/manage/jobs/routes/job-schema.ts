import { z } from 'zod'
import { uuid } from '../../../http/input.ts'
import { ProblemNameItem } from '../../../http/problem-name-item.ts'
import { INDEX_CAUSES, JOB_KINDS, JOB_STATUSES } from '../rules/job.ts'

const count = z.int().min(0)
const timestamp = z.iso.datetime({ precision: 3 })

/** Work that continues after its response. */
export const JobItem = z
  .object({
    id: z.uuid(),
    kind: z.enum(JOB_KINDS),
    database_id: z.string(),
    /** The cause of an indexing job. */
    cause: z.enum(INDEX_CAUSES).nullable(),
    status: z.enum(JOB_STATUSES),
    progress: z.object({
      step: z.string(),
      done: count,
      total: count,
      percent: count.max(100),
      /** Columns read so far, while a database is indexed. */
      columns: z.object({ read: count, all: count }).optional(),
    }),
    created_at: timestamp,
    updated_at: timestamp,
    /** The result of a succeeded job; for a question, its answer. */
    result: z.record(z.string(), z.unknown()).nullable(),
    /** Why it failed. */
    problem: z
      .object({ problem: ProblemNameItem, error_code: z.string(), message: z.string(), status_code: z.int() })
      .nullable(),
  })
  .meta({ id: 'Job' })

export const jobIdPath = z.object({ job_id: uuid })
