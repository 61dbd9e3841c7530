import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Thrown for a missing, unreadable or empty file, or one that is not a database. */
export class FileUnreachable extends Error {}

const VALUE_BYTES_MAX = 16 * 1024 * 1024
const BUSY_MS = 2_000

/**
 * Opens a database file read-only, never creates one, and does not trust its schema: views and indexes in it cannot
 * call our functions.
 *
 * @throws FileUnreachable
 */
export const openDatabase = (file: string): DatabaseSync => {
  try {
    if (!statSync(file).isFile()) throw new FileUnreachable('not a file')
    const database = new DatabaseSync(file, {
      readOnly: true,
      allowExtension: false,
      enableDoubleQuotedStringLiterals: false,
      timeout: BUSY_MS,
      limits: { length: VALUE_BYTES_MAX, attach: 0, exprDepth: 400 },
    })
    // Sort in memory, which the watchdog limits, so that no disk fills up.
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = ON')
    if (database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined) {
      database.close()
      throw new FileUnreachable('the file is empty')
    }
    return database
  } catch (error) {
    throw error instanceof FileUnreachable
      ? error
      : new FileUnreachable(error instanceof Error ? error.message : 'unknown')
  }
}
