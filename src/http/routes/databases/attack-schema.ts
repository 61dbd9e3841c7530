import { z } from 'zod'
import { JOB_STATUSES } from '../../../domain/job/job.ts'

const count = z.int().min(0)
const timestamp = z.iso.datetime({ precision: 3 })

const Family = z.object({
  family: z.string().describe('What is tried: `plain`, `subselect`, `join`, `closed`, `bomb` …'),
  tried: count.describe('Drafts, each counted once for each caller.'),
  ...{ by_guard: count, by_database: count, by_limits: count, filtered: count, leaked: count },
})

/** What a run of attacks has found. */
export const AttackReportItem = z
  .object({
    suite: z.string().describe('Digest of the drafts that were written: runs with the same one have tried the same.'),
    engine: z.string(),
    tables: count.describe('Tables of the copies.'),
    tables_of: count.describe('Tables of the database.'),
    callers: z.array(z.string()).describe('As whom each draft was tried.'),
    drafts: count,
    milliseconds: count,
    refused: count.describe('Refused by the guard, by the database or by limits.'),
    filtered: count.describe('Ran, and found what a database without the rows of others would hold.'),
    leaked: count.describe('Rows of others were seen, or made a difference.'),
    families: z.array(Family),
    leaks: z
      .array(z.object({ family: z.string(), what: z.string(), draft: z.string() }))
      .describe('At most 20, each draft with its first 300 characters.'),
  })
  .meta({ id: 'AttackReport' })

/** One run, as the list has it. */
export const AttackRunItem = z
  .object({
    id: z.uuid().describe('That of its job.'),
    status: z.enum(JOB_STATUSES),
    started_at: timestamp,
    finished_at: timestamp.nullable(),
    report: AttackReportItem.nullable().describe('Once it has succeeded.'),
    failure: z.string().nullable().describe('Why it failed, and what to do.'),
  })
  .meta({ id: 'AttackRun' })
