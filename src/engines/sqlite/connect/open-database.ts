import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Thrown where a file is missing, unreadable, empty or no database. */
export class Unreachable extends Error {}

const VALUE_BYTES_MAX = 16 * 1024 * 1024
const BUSY_MS = 2_000

/**
 * Opens a database file for reading. It never makes a file, and nothing in the file is trusted: a view or an index
 * there calls no functions of ours.
 *
 * @throws Unreachable
 */
export const openDatabase = (file: string): DatabaseSync => {
  try {
    if (!statSync(file).isFile()) throw new Unreachable('not a file')
    const database = new DatabaseSync(file, {
      readOnly: true,
      allowExtension: false,
      enableDoubleQuotedStringLiterals: false,
      timeout: BUSY_MS,
      limits: { length: VALUE_BYTES_MAX, attach: 0, exprDepth: 400 },
    })
    // Sorting in memory: the watchdog sees memory, and nothing fills a disk.
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = ON')
    if (database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined) {
      database.close()
      throw new Unreachable('the file is empty')
    }
    return database
  } catch (error) {
    throw error instanceof Unreachable ? error : new Unreachable(error instanceof Error ? error.message : 'unknown')
  }
}
