import { commentLength, commentProperty } from '../../../guard/comment.ts'
import {
  assertColumnCount,
  assertTableCount,
  type IncludePatterns,
  includedTables,
} from '../../../guard/included-tables.ts'
import type { Column, ForeignKey, Schema, Table } from '../../../guard/schema.ts'
import { mapSliced, runInSlices, type Sliced } from '../../../platform/values/sliced.ts'
import { groupRows, indexColumns } from '../../shared/describe/catalog-rows.ts'
import { OMITTED_MAX } from '../../shared/describe/inspection.ts'
import type { Lease } from '../connect/lease.ts'
import { quote } from '../language/names.ts'

/** Tables, not views. */
const KINDS = "TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED')"

/** Views, which are left out like tables of other databases. */
export const VIEWS = `
SELECT TABLE_NAME FROM information_schema.TABLES
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'VIEW' ORDER BY TABLE_NAME LIMIT ${OMITTED_MAX}`

type Rows = readonly (readonly unknown[])[]

/**
 * Tables, columns, keys and indexes of the connection's database. Views are left out because they bypass table
 * policies; so are tables of other databases and keys to them. No row is read: row counts are the server's estimates.
 *
 * @throws server or driver errors; Problem `database_too_large`
 */
export const describeDatabase = async ({ session, traits }: Lease, include: IncludePatterns): Promise<Schema> => {
  // The catalog compares names without case, even if `shop` and `Shop` are two databases.
  const exact = traits.caseSensitiveTables ? ' AND BINARY TABLE_SCHEMA = BINARY DATABASE()' : ''
  const inDatabase = `TABLE_SCHEMA = DATABASE()${exact}`
  const all = await session.queryInternal(
    `SELECT TABLE_NAME, TABLE_ROWS FROM information_schema.TABLES
    WHERE ${inDatabase} AND ${KINDS} ORDER BY TABLE_NAME`,
  )
  const tables = await runInSlices(includedTables(all, nameOf, include))
  assertTableCount(tables.length)
  const inChosen = include === undefined ? '' : ` AND TABLE_NAME IN (${tables.map(literal).join(', ') || 'NULL'})`
  const [[columnCount] = []] = await session.queryInternal(
    `SELECT COUNT(*) FROM information_schema.COLUMNS WHERE ${inDatabase}${inChosen}`,
  )
  assertColumnCount(Number(columnCount))
  const read = async (query: string) => await runInSlices(groupRows(await session.queryInternal(query), nameOf))
  const columns = await read(
    `SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, EXTRA, GENERATION_EXPRESSION FROM information_schema.COLUMNS
    WHERE ${inDatabase}${inChosen} ORDER BY TABLE_NAME, ORDINAL_POSITION`,
  )
  const length = commentLength(Number(columnCount))
  const comments = await read(
    `SELECT TABLE_NAME, NULL, LEFT(TABLE_COMMENT, ${length}) FROM information_schema.TABLES
    WHERE ${inDatabase}${inChosen} AND ${KINDS} AND TABLE_COMMENT <> '' UNION ALL
    SELECT TABLE_NAME, COLUMN_NAME, LEFT(COLUMN_COMMENT, ${length}) FROM information_schema.COLUMNS
    WHERE ${inDatabase}${inChosen} AND COLUMN_COMMENT <> ''`,
  )
  const keys = await read(
    `SELECT TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME
    FROM information_schema.KEY_COLUMN_USAGE WHERE ${inDatabase}${inChosen}
    AND (CONSTRAINT_NAME = 'PRIMARY' OR REFERENCED_TABLE_SCHEMA = TABLE_SCHEMA)
    ORDER BY TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`,
  )
  const indexes = await read(
    `SELECT TABLE_NAME, INDEX_NAME, COLUMN_NAME FROM information_schema.STATISTICS
    WHERE ${inDatabase}${inChosen} AND INDEX_TYPE IN ('BTREE', 'HASH')
    ORDER BY TABLE_NAME, INDEX_NAME <> 'PRIMARY', INDEX_NAME, SEQ_IN_INDEX`,
  )
  const [[database] = []] = await session.queryInternal('SELECT DATABASE()')
  return {
    engine: 'mysql',
    ...(typeof database === 'string' ? { database } : {}),
    caseSensitiveTables: traits.caseSensitiveTables,
    tables: await runInSlices(tablesOf(tables, { columns, comments, keys, indexes })),
  }
}

const nameOf = ([table]: Rows[number]): string => String(table)

/** A catalog name as a literal that is valid in every SQL mode. */
const literal = (row: Rows[number]): string => `X'${Buffer.from(nameOf(row)).toString('hex')}'`

interface Catalog {
  readonly columns: ReadonlyMap<string, Rows>
  readonly comments: ReadonlyMap<string, Rows>
  readonly keys: ReadonlyMap<string, Rows>
  readonly indexes: ReadonlyMap<string, Rows>
}

/** @param found table names and estimated row counts */
function* tablesOf(found: Rows, { columns, comments, keys, indexes }: Catalog): Sliced<readonly Table[]> {
  const tables: Table[] = []
  for (const [tableName, rows] of found) {
    const name = String(tableName)
    const texts = new Map(comments.get(name)?.map(([, column, text]) => [column, String(text)]))
    const table = {
      name,
      columns: yield* columnsOf(columns.get(name), texts),
      ...keysOf(keys.get(name)),
      indexes: indexesOf(indexes.get(name)),
      ...commentProperty(texts.get(null)),
    }
    tables.push(rows === null ? table : { ...table, rowCount: Number(rows) })
    yield
  }
  return tables
}

/** @param comments by column name */
const columnsOf = (rows: Rows = [], comments: ReadonlyMap<unknown, string>): Sliced<readonly Column[]> =>
  mapSliced(rows, ([, name, type, nullable, extra, expression]) => ({
    name: String(name),
    type: String(type),
    nullable: nullable === 'YES',
    ...generationOf(String(name), String(extra), String(expression ?? ''), rows),
    ...commentProperty(comments.get(name)),
  }))

/** The server writes names in backticks; every other word that may be a column name counts too. */
const generationOf = (
  name: string,
  extra: string,
  expression: string,
  rows: Rows,
): Pick<Column, 'generatedFrom' | 'virtual'> => {
  if (!/\b(?:VIRTUAL|STORED|PERSISTENT)\b/i.test(extra)) return {}
  const [text, folded] = [expression.toLowerCase(), name.toLowerCase()]
  const words = new Set(text.split(/[^\p{L}\p{M}\p{N}_$]+/u))
  const occurs = (column: string): boolean => expression === '' || words.has(column) || text.includes(quote(column))
  const generatedFrom = rows
    .map(([, column]) => String(column))
    .filter((column) => column.toLowerCase() !== folded && occurs(column.toLowerCase()))
  return { generatedFrom, ...(/\bVIRTUAL\b/i.test(extra) ? { virtual: true } : {}) }
}

/** Foreign keys are sorted by column name, because generated constraint names are only numbered. */
const keysOf = (rows: Rows = []): Pick<Table, 'primaryKey' | 'foreignKeys'> => {
  const groups = Map.groupBy(rows, ([, constraint]) => String(constraint))
  const foreign = [...groups.values()]
    .filter(([first]) => typeof first?.[3] === 'string')
    .toSorted(([a], [b]) => (String(a?.[2]) < String(b?.[2]) ? -1 : 1))
  return {
    primaryKey: (groups.get('PRIMARY') ?? []).map(([, , column]) => String(column)),
    foreignKeys: foreign.map(
      (parts): ForeignKey => ({
        columns: parts.map(([, , column]) => String(column)),
        refTable: String(parts[0]?.[3]),
        refColumns: parts.map(([, , , , column]) => String(column)),
      }),
    ),
  }
}

const indexesOf = (rows: Rows = []): readonly (readonly string[])[] => {
  const groups = [...Map.groupBy(rows, ([, index]) => String(index)).values()]
  return indexColumns(groups.map((parts) => parts.map(([, , column]) => (column === null ? null : String(column)))))
}
