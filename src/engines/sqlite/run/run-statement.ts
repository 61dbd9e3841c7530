import type { StatementSync } from 'node:sqlite'
import type { QueryResult } from '../../../ask/rules/outcome.ts'
import { RowCollector } from '../../shared/run/row-collector.ts'
import type { RunJob } from '../connect/messages.ts'
import { openDatabase } from '../connect/open-database.ts'
import { raiseFence } from './fence.ts'
import { plainValue } from './plain-value.ts'

/**
 * Runs one statement on a connection of its own, which keeps nothing of one caller for the next and always sees the
 * file that is there now.
 *
 * @throws Unreachable, and whatever SQLite throws
 */
export const runStatement = (job: RunJob): QueryResult => {
  const started = performance.now()
  const database = openDatabase(job.file)
  try {
    raiseFence(database, job.fence)
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
    statement.columns().map(({ name }) => drafted(name, job)),
    job,
  )
  for (const values of statement.iterate(...job.parameters))
    if (!collector.add(Object.values(values).map(plainValue))) break
  return collector.result()
}

/** A result column without an alias is named after its text, and that should be the text that was drafted. */
const drafted = (name: string, { replaced }: RunJob): string =>
  replaced.reduce((written, { text, name: table }) => written.replaceAll(text, () => table), name)
