import type { SQLOutputValue, StatementSync } from 'node:sqlite'
import type { ResultColumn, Row } from '../../../domain/ask/outcome.ts'
import type { Json } from '../../../domain/json.ts'
import { raiseFence } from './fence.ts'
import type { Rows, RunJob } from './messages.ts'
import { openDatabase } from './open-database.ts'

/**
 * Runs one statement on a connection of its own, which keeps nothing of one caller for the next and always sees the
 * file that is there now.
 *
 * @throws Unreachable, and whatever SQLite throws
 */
export const runStatement = (job: RunJob): Rows => {
  const started = performance.now()
  const database = openDatabase(job.file)
  try {
    raiseFence(database, job.fence)
    const statement = database.prepare(job.statement)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    const { columns, rows, truncated } = readRows(statement, job)
    return { columns, rows, truncated, executionTimeMs: Math.round((performance.now() - started) * 1000) / 1000 }
  } finally {
    database.close()
  }
}

const readRows = (statement: StatementSync, job: RunJob): Omit<Rows, 'executionTimeMs'> => {
  const names = distinctNames(statement.columns().map(({ name }) => drafted(name, job)))
  const rows: Row[] = []
  let bytes = 0
  let truncated = false
  for (const values of statement.iterate(...job.parameters)) {
    const row = Object.fromEntries(Object.values(values).map((value, index) => [names[index] ?? '', plain(value)]))
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1
    truncated = rows.length === job.rowsMax || bytes > job.bytesMax
    if (truncated) break
    rows.push(row)
  }
  return { columns: names.map((name) => ({ name, type: typeOf(rows, name) })), rows, truncated }
}

/** A result column without an alias is named after its text, and that should be the text that was drafted. */
const drafted = (name: string, { replaced }: RunJob): string =>
  replaced.reduce((written, { text, name: table }) => written.replaceAll(text, () => table), name)

/** Two result columns of one name would be one field of a row: the second becomes `name_2`. */
const distinctNames = (names: readonly string[]): readonly string[] => {
  const taken = new Set<string>()
  for (const written of names) {
    const name = written === '' || written === '__proto__' ? 'column' : written
    let free = name
    for (let count = 2; taken.has(free) || (free !== name && names.includes(free)); count++) free = `${name}_${count}`
    taken.add(free)
  }
  return [...taken]
}

/** Plain JSON: integers that a JSON number would round become text, and bytes are only counted. */
const plain = (value: SQLOutputValue): Json => {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  return value instanceof Uint8Array ? `(${value.byteLength} bytes)` : value
}

const typeOf = (rows: readonly Row[], name: string): ResultColumn['type'] => {
  const kinds = new Set(rows.flatMap(({ [name]: value }) => (value === null ? [] : [typeof value])))
  if (kinds.size === 0) return 'null'
  if (kinds.size > 1) return 'mixed'
  return kinds.has('number') ? 'number' : 'text'
}
