import type { StatementSync } from 'node:sqlite'
import type { QueryResult } from '../../../ask/rules/outcome.ts'
import { RowCollector } from '../../shared/run/row-collector.ts'
import type { RunJob } from '../connect/messages.ts'
import { openDatabase } from '../connect/open-database.ts'
import { installFence } from './fence.ts'
import { plainValue } from './plain-value.ts'

/**
 * Runs one statement on a new connection, which shares no state between callers and always sees the current file.
 *
 * @throws FileUnreachable, and SQLite's errors
 */
export const runStatement = (job: RunJob): QueryResult => {
  const started = performance.now()
  const database = openDatabase(job.file)
  try {
    installFence(database, job.fence)
    const statement = database.prepare(job.statement)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    return { ...readRows(statement, job), executionTimeMs: Math.round((performance.now() - started) * 1000) / 1000 }
  } finally {
    database.close()
  }
}

const readRows = (statement: StatementSync, job: RunJob): Omit<QueryResult, 'executionTimeMs'> => {
  const collector = new RowCollector(
    statement.columns().map(({ name }) => draftedName(name, job)),
    job,
  )
  for (const values of statement.iterate(...job.parameters))
    if (!collector.add(Object.values(values).map(plainValue))) break
  return collector.result()
}

/** Names a result column without alias after the drafted text instead of the rewritten one. */
const draftedName = (name: string, { replaced }: RunJob): string =>
  replaced.reduce((written, { text, name: table }) => written.replaceAll(text, () => table), name)
