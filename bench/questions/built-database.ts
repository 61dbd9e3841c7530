import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A temporary SQLite file. */
interface BuiltDatabase {
  readonly file: string
  readonly remove: () => void
}

/**
 * Creates a SQLite file from SQL statements.
 *
 * @throws the error of the database for an invalid statement
 */
export const builtDatabase = (sqlFile: string): BuiltDatabase => {
  const folder = mkdtempSync(join(tmpdir(), 'unseen-'))
  const file = join(folder, 'rows.sqlite')
  const database = new DatabaseSync(file)
  try {
    database.exec(readFileSync(sqlFile, 'utf8'))
  } finally {
    database.close()
  }
  return { file, remove: () => rmSync(folder, { recursive: true }) }
}
