import { type LoadOptions, type NewColumn, type NewTable, type PortableType, TablesExist } from '../../loader.ts'
import type { Session } from '../connect/session.ts'
import { readTexts } from '../describe/read-texts.ts'
import { quote } from '../language/names.ts'

const DEFAULT_SCHEMA = 'public'
/** The protocol counts parameters in 16 bits. */
const VALUES_MAX = 30_000
const ROWS_MAX = 1_000

/** Creates and fills tables in one transaction. @throws TablesExist, server and connection errors */
export const loadTables = async (
  session: Session,
  tables: readonly NewTable[],
  { replace, types = [] }: Pick<LoadOptions, 'replace' | 'types'>,
): Promise<void> => {
  await session.exec("BEGIN; SET LOCAL TimeZone = 'UTC'; SET LOCAL standard_conforming_strings = 'on'")
  const existing = await existingTables(session, tables)
  if (existing.length > 0 && !replace) {
    await session.exec('ROLLBACK')
    throw new TablesExist(existing.map(({ schema, name }) => `${schema}.${name}`))
  }
  if (existing.length > 0)
    await session.exec(`DROP TABLE ${existing.map(({ schema, name }) => qualified(schema, name)).join(', ')}`)
  for (const schema of new Set(tables.map(schemaOf))) await session.exec(`CREATE SCHEMA IF NOT EXISTS ${quote(schema)}`)
  for (const { schema, name, labels = [] } of types) {
    const type = qualified(schema, name)
    await session.exec(`CREATE SCHEMA IF NOT EXISTS ${quote(schema)}; DROP TYPE IF EXISTS ${type}`)
    await session.exec(`CREATE TYPE ${type} AS ENUM (${labels.map(textLiteral).join(', ')})`)
  }
  for (const table of tables) await createTable(session, table)
  // Foreign keys and indexes are created after all rows are loaded.
  for (const table of tables) for (const text of keysAndIndexes(table)) await session.exec(text)
  await session.exec('COMMIT')
}

const createTable = async (session: Session, table: NewTable): Promise<void> => {
  const { columns, primaryKey, rows } = table
  const key = primaryKey.length > 0 ? [`PRIMARY KEY (${primaryKey.map(quote).join(', ')})`] : []
  await session.exec(`CREATE TABLE ${nameOf(table)} (${[...columns.map(columnText), ...key].join(', ')})`)
  const perQuery = Math.max(1, Math.min(ROWS_MAX, Math.floor(VALUES_MAX / Math.max(1, columns.length))))
  for (let first = 0; first < rows.length; first += perQuery) {
    const batch = rows.slice(first, first + perQuery)
    let parameter = 0
    const tuples = batch.map(() => `(${columns.map(() => `$${++parameter}`).join(', ')})`)
    const values = batch.flatMap((row) => columns.map((_, index) => textOf(row[index] ?? null)))
    await readTexts(session, `INSERT INTO ${nameOf(table)} VALUES ${tuples.join(', ')}`, values)
  }
}

const keysAndIndexes = (table: NewTable): readonly string[] => [
  ...table.foreignKeys.map(({ columns, refTable, refColumns }) => {
    const to = refTable.includes('.') ? refTable : `${schemaOf(table)}.${refTable}`
    const dot = to.indexOf('.')
    const target = qualified(to.slice(0, dot), to.slice(dot + 1))
    const [own, others] = [columns.map(quote).join(', '), refColumns.map(quote).join(', ')]
    return `ALTER TABLE ${nameOf(table)} ADD FOREIGN KEY (${own}) REFERENCES ${target} (${others})`
  }),
  ...table.indexes.map((columns) => `CREATE INDEX ON ${nameOf(table)} (${columns.map(quote).join(', ')})`),
  `ANALYZE ${nameOf(table)}`,
]

const existingTables = async (
  session: Session,
  tables: readonly NewTable[],
): Promise<readonly { readonly schema: string; readonly name: string }[]> => {
  const wanted = new Set(tables.map((table) => JSON.stringify([schemaOf(table), table.name])))
  const rows = await readTexts(
    session,
    `SELECT n.nspname::text, c.relname::text FROM pg_catalog.pg_class c
     JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname !~ '^pg_'`,
  )
  return rows
    .filter((row) => wanted.has(JSON.stringify(row)))
    .map(([schema, name]) => ({ schema: schema ?? '', name: name ?? '' }))
}

/** Requires `standard_conforming_strings`, under which only quotes are special. */
const textLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`

const schemaOf = ({ schema = DEFAULT_SCHEMA }: NewTable): string => schema

const qualified = (schema: string, name: string): string => `${quote(schema)}.${quote(name)}`

const nameOf = (table: NewTable): string => qualified(schemaOf(table), table.name)

const textOf = (value: string | number | bigint | boolean | null): string | null =>
  value === null ? null : String(value)

const TYPES: Readonly<Record<PortableType, string>> = {
  integer: 'bigint',
  decimal: 'numeric(19,4)',
  real: 'double precision',
  // Bytewise collation, for the same order everywhere.
  text: 'text COLLATE "C"',
  date: 'date',
  datetime: 'timestamp',
  boolean: 'boolean',
}

const columnText = ({ name, type, nullable }: NewColumn): string =>
  `${quote(name)} ${typeof type === 'string' ? TYPES[type] : type.declared}${nullable ? '' : ' NOT NULL'}`
