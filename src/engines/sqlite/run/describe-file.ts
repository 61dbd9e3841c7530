import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type { Column, ForeignKey, Table } from '../../../domain/guard/schema.ts'
import { plainIndexes } from '../../plain-indexes.ts'
import { fold, quote } from '../guard/names.ts'
import { generationSources } from './generated-columns.ts'
import { openDatabase } from './open-database.ts'

/** Above this a table is large, and counting it is not worth the wait. */
const COUNT_MAX = 2_000_000

/**
 * Tables, columns and keys of a database file. Views and virtual tables are left out: a view reads tables past their
 * policies, and a virtual table runs a module.
 *
 * @throws Unreachable
 */
export const describeFile = (file: string): readonly Table[] => {
  const database = openDatabase(file)
  try {
    const tables = all(database, "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
      .map(({ name }) => String(name))
      .filter((name) => !fold(name).startsWith('sqlite_'))
      .toSorted()
    const keys = new Map(tables.map((name) => [fold(name), primaryKeyOf(database, name)]))
    return tables.map((name) => describeTable(database, name, keys))
  } finally {
    database.close()
  }
}

const describeTable = (database: DatabaseSync, name: string, keys: ReadonlyMap<string, readonly string[]>): Table => {
  const primaryKey = keys.get(fold(name)) ?? []
  // Hidden columns (1) belong to virtual tables; generated ones (2 and 3) are read like any other.
  const found = all(
    database,
    'SELECT name, type, "notnull" AS required, pk, hidden FROM pragma_table_xinfo(?)',
    name,
  ).filter(({ hidden }) => hidden !== 1)
  const sources = generationSources(
    definitionOf(database, name),
    found.map((column) => String(column.name)),
  )
  const columns = found.map((column): Column => {
    const isRowid = primaryKey.length === 1 && column.pk === 1 && fold(String(column.type)) === 'integer'
    const isGenerated = column.hidden === 2 || column.hidden === 3
    return {
      ...{ name: String(column.name), type: String(column.type), nullable: column.required !== 1 && !isRowid },
      ...(isGenerated ? { generatedFrom: sources(String(column.name)) } : {}),
      ...(column.hidden === 2 ? { virtual: true } : {}),
    }
  })
  const rowCount = count(database, name)
  const foreignKeys = foreignKeysOf(database, name, keys)
  const table = { name, columns, primaryKey, foreignKeys, indexes: indexesOf(database, name, primaryKey) }
  return rowCount === undefined ? table : { ...table, rowCount }
}

const definitionOf = (database: DatabaseSync, name: string): string => {
  const [row] = all(database, "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ?", name)
  return String(row?.sql ?? '')
}

const primaryKeyOf = (database: DatabaseSync, name: string): readonly string[] =>
  all(database, 'SELECT name FROM pragma_table_xinfo(?) WHERE pk > 0 ORDER BY pk', name).map(({ name }) => String(name))

/** A key that names no columns refers to the other table's primary key. */
const foreignKeysOf = (
  database: DatabaseSync,
  name: string,
  keys: ReadonlyMap<string, readonly string[]>,
): readonly ForeignKey[] => {
  const parts = all(database, 'SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?) ORDER BY id, seq', name)
  return [...Map.groupBy(parts, ({ id }) => id).values()].map((group) => {
    const refTable = String(group[0]?.table)
    const primary = keys.get(fold(refTable)) ?? []
    return {
      columns: group.map(({ from }) => String(from)),
      refTable,
      refColumns: group.map(({ to }, index) => (to === null ? (primary[index] ?? '') : String(to))),
    }
  })
}

/** A key that is the number of the row is its own index, which is listed nowhere; partial ones serve some queries only. */
const indexesOf = (
  database: DatabaseSync,
  name: string,
  primaryKey: readonly string[],
): readonly (readonly string[])[] => {
  const parts = all(
    database,
    `SELECT list.name AS "index", info.name AS "column" FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info
     WHERE list.partial = 0 ORDER BY list.name, info.seqno`,
    name,
  )
  const groups = [...Map.groupBy(parts, ({ index }) => index).values()]
  const indexes = plainIndexes(
    groups.map((group) => group.map(({ column }) => (column === null ? null : String(column)))),
  )
  const isListed = indexes.some((columns) => columns.join('\0') === primaryKey.join('\0'))
  return primaryKey.length === 0 || isListed ? indexes : [primaryKey, ...indexes]
}

const count = (database: DatabaseSync, name: string): number | undefined => {
  const [row] = all(database, `SELECT count(*) AS rows FROM (SELECT 1 FROM main.${quote(name)} LIMIT ${COUNT_MAX})`)
  const rows = Number(row?.rows)
  return rows < COUNT_MAX ? rows : undefined
}

const all = (database: DatabaseSync, sql: string, ...values: SQLInputValue[]): Record<string, SQLOutputValue>[] =>
  database.prepare(sql).all(...values)
