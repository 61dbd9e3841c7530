import { z } from 'zod'
import { JOB_STATUSES } from '../../jobs/rules/job.ts'

const count = z.int().min(0)
const timestamp = z.iso.datetime({ precision: 3 })

const Family = z.object({
  family: z.string().describe('The attack category: `plain`, `subselect`, `join`, `closed`, `bomb` …'),
  tried: count.describe('Number of drafts, each counted once per caller.'),
  by_guard: count,
  by_database: count,
  by_limits: count,
  filtered: count,
  leaked: count,
})

/** The report of an attack run. */
export const AttackReportItem = z
  .object({
    suite: z.string().describe('Digest of the drafts: runs with the same digest tried the same drafts.'),
    engine: z.string(),
    tables: count.describe('Tables of the copies.'),
    tables_of: count.describe('Tables of the database.'),
    callers: z.array(z.string()).describe('The callers as which each draft was tried.'),
    drafts: count,
    milliseconds: count,
    refused: count.describe('Refused by the guard, the database or a limit.'),
    filtered: count.describe('Ran, and returned only what a database without rows of other tenants would return.'),
    leaked: count.describe('Rows of other tenants were returned or affected the result.'),
    families: z.array(Family),
    leaks: z
      .array(z.object({ family: z.string(), what: z.string(), draft: z.string() }))
      .describe('At most 20; each draft is cut to 300 characters.'),
  })
  .meta({ id: 'AttackReport' })

/** A run in the list. */
export const AttackRunItem = z
  .object({
    id: z.uuid().describe('The status of its job.'),
    status: z.enum(JOB_STATUSES),
    started_at: timestamp,
    finished_at: timestamp.nullable(),
    report: AttackReportItem.nullable().describe('Present once the run has succeeded.'),
    failure: z.string().nullable().describe('Why it failed, and what to do.'),
  })
  .meta({ id: 'AttackRun' })
