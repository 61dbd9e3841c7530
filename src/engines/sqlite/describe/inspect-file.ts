import type { Table } from '../../../guard/schema.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { InspectJob, Reply } from '../connect/messages.ts'
import { describeDatabase, listOmittedObjects } from './describe-database.ts'

/** Approximate number of columns per reply. */
const COLUMNS_AT_ONCE = 2_000

/**
 * Reads the metadata of a file.
 *
 * @param send receives all batches but the last
 * @returns the last reply
 * @throws as `describeDatabase`, except that its Problem is a reply
 */
export const inspectFile = (job: InspectJob, send: (part: Reply) => void): Reply => {
  try {
    return job.kind === 'left out' ? { kind: 'left out', found: listOmittedObjects(job.file) } : describe(job, send)
  } catch (error) {
    if (error instanceof Problem) return { kind: 'too large', message: error.message }
    throw error
  }
}

const describe = ({ file, include }: Extract<InspectJob, { kind: 'describe' }>, send: (part: Reply) => void): Reply => {
  let tables: Table[] = []
  let columns = 0
  for (const table of describeDatabase(file, include)) {
    tables.push(table)
    columns += table.columns.length
    if (columns < COLUMNS_AT_ONCE) continue
    send({ kind: 'tables', tables, isLast: false })
    tables = []
    columns = 0
  }
  return { kind: 'tables', tables, isLast: true }
}
