import { Worker } from 'node:worker_threads'
import type { Table } from '../../../domain/guard/schema.ts'
import { Problem } from '../../../domain/problem.ts'
import { describeFile, viewsOf } from './describe-file.ts'
import type { Begun, Job, Reply } from './messages.ts'
import { Unreachable } from './open-database.ts'
import { runStatement } from './run-statement.ts'

/** A process that reads SQLite files for its parent, one job at a time; killing it is how a statement is stopped. */
const MEMORY_MAX_BYTES = 512 * 1024 * 1024

/** Not the statement's fault: another process holds the file, or the file is damaged. */
const FILE_TROUBLE = /^(database (table )?is locked|disk I\/O error|database disk image is malformed|unable to open)/

/** Columns that one reply holds, about. */
const COLUMNS_AT_ONCE = 2_000

const work = (job: Job): Reply => {
  try {
    if (job.kind === 'views') return { kind: 'views', names: viewsOf(job.file) }
    return job.kind === 'describe' ? describe(job) : { kind: 'rows', result: runStatement(job) }
  } catch (error) {
    if (error instanceof Problem) return { kind: 'too large', message: error.message }
    const message = error instanceof Error ? error.message : String(error)
    const unreachable = error instanceof Unreachable || FILE_TROUBLE.test(message)
    return unreachable ? { kind: 'unreachable', detail: message } : { kind: 'rejected', message }
  }
}

/** @returns the last tables; those before them are sent */
const describe = ({ file, include }: Extract<Job, { kind: 'describe' }>): Reply => {
  let tables: Table[] = []
  let columns = 0
  for (const table of describeFile(file, include)) {
    tables.push(table)
    columns += table.columns.length
    if (columns < COLUMNS_AT_ONCE) continue
    process.send?.({ kind: 'tables', tables, isLast: false } satisfies Reply)
    tables = []
    columns = 0
  }
  return { kind: 'tables', tables, isLast: true }
}

/** As it was told: whoever dies while this process starts is not its parent any more when it asks. */
const parent = Number(process.argv[2])

new Worker(new URL('./watchdog.ts', import.meta.url), {
  workerData: { parent, memoryMaxBytes: MEMORY_MAX_BYTES },
  resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
}).unref()

// Ctrl-C reaches the whole group; whether a turn may finish is for the parent to say.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())
process.on('message', (job: Job) => process.send?.({ kind: 'begun' } satisfies Begun, () => process.send?.(work(job))))
