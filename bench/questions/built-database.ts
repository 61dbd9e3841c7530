import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A SQLite file, with what takes it away again. */
export interface BuiltDatabase {
  readonly file: string
  readonly remove: () => void
}

/**
 * Makes a SQLite file of a text of SQL statements.
 *
 * @throws what the database says of statements that it cannot run
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
