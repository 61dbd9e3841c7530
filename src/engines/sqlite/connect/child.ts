import { Worker } from 'node:worker_threads'
import type { QueryResult } from '../../../ask/rules/outcome.ts'
import { runStatement } from '../run/run-statement.ts'
import type { Begun, Job, Reply } from './messages.ts'
import { Unreachable } from './open-database.ts'

/** A process that reads SQLite files for its parent, one job at a time; killing it is how a statement is stopped. */
const MEMORY_MAX_BYTES = 512 * 1024 * 1024

/** Not the statement's fault: another process holds the file, or the file is damaged. */
const FILE_TROUBLE = /^(database (table )?is locked|disk I\/O error|database disk image is malformed|unable to open)/

/** Describing needs three times as many modules as a statement does: who asks a question does not wait until they are loaded. */
const workOf = async (job: Job): Promise<() => Reply> => {
  if (job.kind === 'run') return () => ({ kind: 'rows', result: withoutFirst(runStatement(job)) })
  const { inspectFile } = await import('../describe/inspect-file.ts')
  return () => inspectFile(job, (part) => process.send?.(part))
}

/** Rows that travel together: taking them in costs the parent some milliseconds. */
const TOGETHER = 500

/** Sends the first of many rows ahead, in parts. @returns the result with the rest of them */
const withoutFirst = (result: QueryResult): QueryResult => {
  const { rows } = result
  const ahead = Math.max(0, rows.length - TOGETHER)
  for (let from = 0; from < ahead; from += TOGETHER)
    process.send?.({ kind: 'first rows', rows: rows.slice(from, Math.min(from + TOGETHER, ahead)) } satisfies Reply)
  return ahead === 0 ? result : { ...result, rows: rows.slice(ahead) }
}

const reply = (work: () => Reply): Reply => {
  try {
    return work()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const unreachable = error instanceof Unreachable || FILE_TROUBLE.test(message)
    return unreachable ? { kind: 'unreachable', detail: message } : { kind: 'rejected', message }
  }
}

/** As it was told: whoever dies while this process starts is not its parent any more when it asks. */
const parent = Number(process.argv[2])

new Worker(new URL('./watchdog.js', import.meta.url), {
  workerData: { parent, memoryMaxBytes: MEMORY_MAX_BYTES },
  resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
}).unref()

// Ctrl-C reaches the whole group; whether a turn may finish is for the parent to say.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())
process.on('message', async (job: Job) => {
  const work = await workOf(job)
  process.send?.({ kind: 'begun' } satisfies Begun, () => process.send?.(reply(work)))
})
