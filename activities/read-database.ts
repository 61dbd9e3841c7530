import type { EmbeddingReport } from '../src/ask/rules/catalog.ts'
import type { SchemaChanges } from '../src/guard/schema-changes.ts'
import type { IndexingResult } from '../src/manage/databases/index-database.ts'
import type { IndexInput } from '../src/manage/jobs/rules/index-input.ts'
import type { JobEnding } from '../src/manage/jobs/rules/job.ts'
import { databaseDrifted } from '../src/manage/webhooks/rules/webhook-event.ts'
import type { Json } from '../src/platform/values/json.ts'
import { jobStep } from './job-step.ts'
import type { StepParts } from './step-parts.ts'
import { tellWebhooks } from './tell-webhooks.ts'

/**
 * Reads the catalog of a database again, brings its policy up to it, and stores what there is to know. Run again, it
 * comes to the same; a job that is over by now, or gone, is left alone.
 */
export const readDatabase = (app: Pick<StepParts, 'jobs' | 'managed' | 'observe' | 'store' | 'webhooks'>) =>
  jobStep<IndexInput>(app, 'readDatabase', async (input, { signal, attempt }) => {
    const { databaseId, jobId } = input
    const isOver = new Error('the job is over')
    await app.jobs.index.recordRun(input, jobId)
    try {
      const indexed = await app.managed.index(await app.managed.stored(input, databaseId), {
        jobId,
        signal,
        async onProgress(progress) {
          if (!(await app.store.jobs.step(input, jobId, progress))) throw isOver
        },
      })
      await app.store.jobs.end(input, jobId, { status: 'succeeded', result: resultOf(indexed) })
    } catch (error) {
      if (error !== isOver) throw error
    }
    await tellDrift(app, input, attempt)
  })

/** Its workflow tries the step ten times. */
const TELL_ATTEMPTS_MAX = 9

/** By what the job says that it has found: an attempt that died after it had ended the job is gone on with here. */
const tellDrift = async (
  app: Pick<StepParts, 'observe' | 'store' | 'webhooks'>,
  input: IndexInput,
  attempt: number,
): Promise<void> => {
  const { organizationId, databaseId, jobId } = input
  const job = await app.store.jobs.findIndexJob(input, jobId)
  const places = job?.status === 'succeeded' ? driftIn(job.result) : 0
  if (job === undefined || places === 0) return
  const event = databaseDrifted(job.updatedAt, { database_id: databaseId, job_id: jobId, places })
  await tellWebhooks(app, { organizationId, event, attempt, attemptsMax: TELL_ATTEMPTS_MAX })
}

const driftIn = (result: Json | undefined): number => {
  if (typeof result !== 'object' || result === null || !('drift' in result)) return 0
  return Array.isArray(result.drift) ? result.drift.length : 0
}

const resultOf = ({ open, toConfirm, drift, missingIndexes, tables, columns, changes, catalog }: IndexingResult) => ({
  tables,
  columns,
  open,
  to_confirm: toConfirm.map((one) => ({ ...one, policy: { ...one.policy } })),
  drift: drift.map((one) => ({ ...one })),
  missing_indexes: missingIndexes.map((one) => ({ ...one })),
  changes: changesOf(changes),
  statements: catalog.spent.statements,
  rows_read: catalog.spent.rows,
  milliseconds: catalog.spent.milliseconds,
  columns_read: catalog.spent.columnsRead ?? 0,
  columns_left_out: catalog.spent.columnsLeftOut,
  ...(catalog.embedding === undefined ? {} : { embedding: embeddingOf(catalog.embedding) }),
})

const changesOf = ({ newTables, goneTables, changedTables, leftOut }: SchemaChanges) => ({
  new_tables: [...newTables],
  gone_tables: [...goneTables],
  left_out: leftOut,
  changed_tables: changedTables.map(({ table, newColumns, goneColumns, otherTypes }) => ({
    table,
    new_columns: [...newColumns],
    gone_columns: [...goneColumns],
    other_types: [...otherTypes],
  })),
})

const embeddingOf = ({ model, tables, embedded, leftOut, tokens, failure }: EmbeddingReport) => ({
  model,
  tables,
  embedded,
  left_out: leftOut,
  tokens,
  failure,
})

interface EndJobInput extends IndexInput {
  readonly ending: JobEnding
}

/** Says how a job ended that has not succeeded. */
export const endJob = (app: Pick<StepParts, 'observe' | 'store'>) =>
  jobStep<EndJobInput>(app, 'endJob', async ({ ending, ...input }) => {
    await app.store.jobs.end(input, input.jobId, ending)
  })
