import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/** The rows of a query on a file, which is only read, by names of columns. */
export const sqliteRows = (file: string, query: string, ...values: readonly SQLInputValue[]) => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database.prepare(query).all(...values)
  } finally {
    database.close()
  }
}
