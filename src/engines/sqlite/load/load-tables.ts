import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { type LoadValue, type NewColumn, type NewTable, type PortableType, TablesExist } from '../../loader.ts'
import { fold, quote } from '../language/names.ts'

const DECLARED: Readonly<Record<PortableType, string>> = {
  integer: 'INTEGER',
  decimal: 'NUMERIC',
  real: 'REAL',
  text: 'TEXT',
  date: 'DATE',
  datetime: 'DATETIME',
  boolean: 'BOOLEAN',
}

/** Rows between two checks of the signal. */
const ROWS_AT_ONCE = 1_000

/**
 * Creates and fills tables, all of them or none.
 *
 * @throws TablesExist; the signal's reason when it aborts
 */
export const loadTables = (
  database: DatabaseSync,
  tables: readonly NewTable[],
  { replace, signal }: { readonly replace: boolean; readonly signal: AbortSignal },
): void => {
  database.exec('BEGIN IMMEDIATE')
  try {
    const found = existing(database, tables)
    if (found.length > 0 && !replace) throw new TablesExist(found)
    for (const name of found) database.exec(`DROP TABLE ${quote(name)}`)
    for (const table of tables) {
      database.exec(tableText(table))
      table.indexes.forEach((columns, index) => {
        database.exec(indexText(table.name, columns, index))
      })
      insertRows(database, table, signal)
    }
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Existing tables and views whose folded names match. */
const existing = (database: DatabaseSync, tables: readonly NewTable[]): readonly string[] => {
  const wanted = new Set(tables.map(({ name }) => fold(name)))
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name").all()
  return rows.map(({ name }) => String(name)).filter((name) => wanted.has(fold(name)))
}

const tableText = ({ name, columns, primaryKey, foreignKeys }: NewTable): string => {
  const keys = primaryKey.length === 0 ? [] : [`PRIMARY KEY (${primaryKey.map(quote).join(', ')})`]
  const references = foreignKeys.map(
    (key) =>
      `FOREIGN KEY (${key.columns.map(quote).join(', ')}) REFERENCES ${quote(key.refTable)} (${key.refColumns.map(quote).join(', ')})`,
  )
  return `CREATE TABLE ${quote(name)} (${[...columns.map(columnText), ...keys, ...references].join(', ')})`
}

const columnText = ({ name, type, nullable }: NewColumn): string =>
  `${quote(name)} ${typeof type === 'string' ? DECLARED[type] : declaredText(type.declared)}${nullable ? '' : ' NOT NULL'}`

/** A declared type as it is, or quoted if it has other characters. */
const declaredText = (declared: string): string =>
  /^[\w ]*(?:\([\w ,.+-]*\))?$/.test(declared) ? declared : quote(declared)

const indexText = (table: string, columns: readonly string[], index: number): string =>
  `CREATE INDEX ${quote(`${table}_${index + 1}`)} ON ${quote(table)} (${columns.map(quote).join(', ')})`

const insertRows = (database: DatabaseSync, { name, columns, rows }: NewTable, signal: AbortSignal): void => {
  const insert = database.prepare(`INSERT INTO ${quote(name)} VALUES (${columns.map(() => '?').join(', ')})`)
  rows.forEach((row, index) => {
    if (index % ROWS_AT_ONCE === 0) signal.throwIfAborted()
    insert.run(...row.map(boundCell))
  })
}

/** SQLite stores booleans as numbers. */
const boundCell = (value: LoadValue): SQLInputValue => (typeof value === 'boolean' ? Number(value) : value)
