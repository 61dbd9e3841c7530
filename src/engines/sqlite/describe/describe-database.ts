import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import {
  assertColumnCount,
  assertTableCount,
  type IncludePatterns,
  includedTables,
} from '../../../guard/included-tables.ts'
import type { Column, ForeignKey, Table } from '../../../guard/schema.ts'
import { runToEnd } from '../../../platform/values/sliced.ts'
import { indexColumns } from '../../shared/describe/catalog-rows.ts'
import { OMITTED_MAX, type OmittedObject } from '../../shared/describe/inspection.ts'
import { openDatabase } from '../connect/open-database.ts'
import { fold } from '../language/names.ts'
import { generationSources } from './generated-columns.ts'
import { type RowCounts, rowCounts } from './row-counts.ts'

type Row = Record<string, SQLOutputValue>

/**
 * Tables, columns and keys of a database file, one table at a time. Views are left out because they bypass table
 * policies, and virtual tables because they run modules. A few statements read the whole catalog; of rows, only the
 * first and last are read.
 *
 * @throws FileUnreachable; Problem `database_too_large`
 */
export function* describeDatabase(file: string, include: IncludePatterns): Generator<Table> {
  const database = openDatabase(file)
  try {
    const all = database
      .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !fold(name).startsWith('sqlite_'))
      .toSorted()
    const names = runToEnd(includedTables(all, (name) => name, include))
    assertTableCount(names.length)
    const catalog = readCatalog(database, new Set(names))
    for (const name of names) yield describeTable(name, catalog)
  } finally {
    database.close()
  }
}

/** Views and virtual tables, which `describeDatabase` leaves out. @throws FileUnreachable */
export const listOmittedObjects = (file: string): readonly OmittedObject[] => {
  const database = openDatabase(file)
  try {
    const listed = database.prepare(
      "SELECT name, type FROM pragma_table_list WHERE schema = 'main' AND type IN ('view', 'virtual') ORDER BY type, name LIMIT ?",
    )
    return listed
      .all(OMITTED_MAX)
      .map(({ name, type }) => ({ kind: type === 'view' ? 'view' : 'virtual table', name: String(name) }))
  } finally {
    database.close()
  }
}

/** Results of SQLite's pragmas, by table. */
interface Catalog {
  readonly columns: ReadonlyMap<string, readonly Row[]>
  /** By folded names, because keys may spell them differently. */
  readonly primaryKeys: ReadonlyMap<string, readonly string[]>
  readonly keyParts: ReadonlyMap<string, readonly Row[]>
  readonly indexParts: ReadonlyMap<string, readonly Row[]>
  /** CREATE statements of tables with generated columns. */
  readonly definitions: ReadonlyMap<string, string>
  readonly rowCounts: RowCounts
}

const EACH = "FROM pragma_table_list AS tables, %s WHERE tables.schema = 'main' AND tables.type = 'table'"
// Hidden columns (1) belong to virtual tables; generated ones (2 and 3) are readable.
const COLUMNS = `SELECT tables.name AS "table", it.name, it.type, it."notnull" AS required, it.pk, it.hidden
  ${EACH.replace('%s', 'pragma_table_xinfo(tables.name) AS it')} AND it.hidden <> 1`
const KEYS = `SELECT tables.name AS "table", it.id, it."table" AS parent, it."from", it."to"
  ${EACH.replace('%s', 'pragma_foreign_key_list(tables.name) AS it')} ORDER BY tables.name, it.id, it.seq`
// Partial indexes are excluded: they serve some queries only.
const INDEXES = `SELECT tables.name AS "table", list.name AS "index", it.name AS "column"
  ${EACH.replace('%s', 'pragma_index_list(tables.name) AS list, pragma_index_info(list.name) AS it')}
  AND list.partial = 0 ORDER BY tables.name, list.name, it.seqno`
const DEFINITIONS = 'SELECT name AS "table", sql FROM main.sqlite_schema WHERE type = \'table\''

/** @throws Problem `database_too_large` */
const readCatalog = (database: DatabaseSync, names: ReadonlySet<string>): Catalog => {
  const read = (sql: string): Row[] => {
    const rows: Row[] = []
    for (const row of database.prepare(sql).iterate()) if (names.has(String(row.table))) rows.push(row)
    return rows
  }
  const byTable = (rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> =>
    Map.groupBy(rows, ({ table }) => String(table))
  const columns = read(COLUMNS)
  assertColumnCount(columns.length)
  const inKeys = columns.filter(({ pk }) => Number(pk) > 0).toSorted((a, b) => Number(a.pk) - Number(b.pk))
  const generated = new Set(columns.filter(isGenerated).map(({ table }) => String(table)))
  const definitions = generated.size === 0 ? [] : read(DEFINITIONS)
  return {
    columns: byTable(columns),
    primaryKeys: new Map(
      [...Map.groupBy(inKeys, ({ table }) => fold(String(table)))].map(([table, rows]) => [table, rows.map(nameOf)]),
    ),
    keyParts: byTable(read(KEYS)),
    indexParts: byTable(read(INDEXES)),
    definitions: new Map(
      definitions
        .filter(({ table }) => generated.has(String(table)))
        .map(({ table, sql }) => [String(table), String(sql ?? '')]),
    ),
    rowCounts: rowCounts(database),
  }
}

const nameOf = ({ name }: Row): string => String(name)

const isGenerated = ({ hidden }: Row): boolean => hidden === 2 || hidden === 3

const describeTable = (name: string, catalog: Catalog): Table => {
  const primaryKey = catalog.primaryKeys.get(fold(name)) ?? []
  const found = catalog.columns.get(name) ?? []
  const sources = found.some(isGenerated)
    ? generationSources(catalog.definitions.get(name) ?? '', found.map(nameOf))
    : () => []
  const columns = found.map((column): Column => {
    const isRowid = primaryKey.length === 1 && column.pk === 1 && fold(String(column.type)) === 'integer'
    return {
      name: nameOf(column),
      type: String(column.type),
      nullable: column.required !== 1 && !isRowid,
      ...(isGenerated(column) ? { generatedFrom: sources(nameOf(column)) } : {}),
      ...(column.hidden === 2 ? { virtual: true } : {}),
    }
  })
  const rowCount = catalog.rowCounts(name, found.map(nameOf))
  const foreignKeys = foreignKeysOf(catalog.keyParts.get(name) ?? [], catalog.primaryKeys)
  const indexes = indexesOf(catalog.indexParts.get(name) ?? [], primaryKey)
  const table = { name, columns, primaryKey, foreignKeys, indexes }
  return rowCount === undefined ? table : { ...table, rowCount }
}

/** A key without column names refers to the primary key. */
const foreignKeysOf = (
  parts: readonly Row[],
  primaryKeys: ReadonlyMap<string, readonly string[]>,
): readonly ForeignKey[] =>
  [...Map.groupBy(parts, ({ id }) => id).values()].map((group) => {
    const refTable = String(group[0]?.parent)
    const primary = primaryKeys.get(fold(refTable)) ?? []
    return {
      columns: group.map(({ from }) => String(from)),
      refTable,
      refColumns: group.map(({ to }, index) => (to === null ? (primary[index] ?? '') : String(to))),
    }
  })

/** Adds the primary key if it is the rowid, which is an index that SQLite does not list. */
const indexesOf = (parts: readonly Row[], primaryKey: readonly string[]): readonly (readonly string[])[] => {
  const groups = [...Map.groupBy(parts, ({ index }) => index).values()]
  const indexes = indexColumns(
    groups.map((group) => group.map(({ column }) => (column === null ? null : String(column)))),
  )
  const isListed = indexes.some((columns) => columns.join('\0') === primaryKey.join('\0'))
  return primaryKey.length === 0 || isListed ? indexes : [primaryKey, ...indexes]
}
