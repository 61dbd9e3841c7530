import { Worker } from 'node:worker_threads'
import type { QueryResult } from '../../../ask/rules/outcome.ts'
import { runStatement } from '../run/run-statement.ts'
import type { Job, JobStarted, Reply } from './messages.ts'
import { FileUnreachable } from './open-database.ts'

/** Child process that reads SQLite files, one job at a time; killing it stops a statement. */
const MEMORY_MAX_BYTES = 512 * 1024 * 1024

/** Errors not caused by the statement: the file is locked or damaged. */
const FILE_ERROR = /^(database (table )?is locked|disk I\/O error|database disk image is malformed|unable to open)/

/** Describing needs three times as many modules as a statement, so they are loaded on demand. */
const workOf = async (job: Job): Promise<() => Reply> => {
  if (job.kind === 'run') return () => ({ kind: 'rows', result: sendFirstRows(runStatement(job)) })
  const { inspectFile } = await import('../describe/inspect-file.ts')
  return () => inspectFile(job, (part) => process.send?.(part))
}

/** Rows per message: deserializing them takes the parent some milliseconds. */
const ROWS_PER_MESSAGE = 500

/** Sends all but the last rows ahead in batches. @returns the result with the remaining rows */
const sendFirstRows = (result: QueryResult): QueryResult => {
  const { rows } = result
  const sentAhead = Math.max(0, rows.length - ROWS_PER_MESSAGE)
  for (let from = 0; from < sentAhead; from += ROWS_PER_MESSAGE)
    process.send?.({
      kind: 'first rows',
      rows: rows.slice(from, Math.min(from + ROWS_PER_MESSAGE, sentAhead)),
    } satisfies Reply)
  return sentAhead === 0 ? result : { ...result, rows: rows.slice(sentAhead) }
}

const reply = (work: () => Reply): Reply => {
  try {
    return work()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const unreachable = error instanceof FileUnreachable || FILE_ERROR.test(message)
    return unreachable ? { kind: 'unreachable', detail: message } : { kind: 'rejected', message }
  }
}

/** Passed by the parent: if it dies while this process starts, `process.ppid` is another one. */
const parent = Number(process.argv[2])

new Worker(new URL('./watchdog.js', import.meta.url), {
  workerData: { parent, memoryMaxBytes: MEMORY_MAX_BYTES },
  resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
}).unref()

// Ctrl-C reaches the whole process group; the parent decides whether a turn may finish.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())
process.on('message', async (job: Job) => {
  const work = await workOf(job)
  process.send?.({ kind: 'begun' } satisfies JobStarted, () => process.send?.(reply(work)))
})
