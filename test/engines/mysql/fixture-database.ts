import { mysqlServer } from '../../support/mysql-server.ts'
import type { FixtureColumn, FixtureTable, FixtureType } from '../contract/fixture-table.ts'
import { newDatabase } from './with-mysql.ts'

const TYPES: Readonly<Record<FixtureType, string>> = {
  integer: 'bigint(20)',
  real: 'double',
  decimal: 'decimal(19,4)',
  text: 'varchar(255)',
  date: 'date',
}

/** The type of a fixture column, named as the server does. */
export const declared = (type: FixtureType): string => TYPES[type]

export const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``

const columnText = ({ name, type, key, required }: FixtureColumn, rows: FixtureTable['rows']): string => {
  const isLong = rows.some((row) => String(row[name]).length > 255)
  return `${quoted(name)} ${isLong ? 'longtext' : TYPES[type]}${required === true || key === true ? ' NOT NULL' : ' NULL'}`
}

const tableText = ({ name, columns, rows }: FixtureTable): string => {
  const keys = columns.filter(({ key }) => key).map((column) => quoted(column.name))
  const indexed = columns.filter(({ indexed }) => indexed).map((column) => `KEY (${quoted(column.name)})`)
  const references = columns.flatMap(({ name, references }) =>
    references === undefined
      ? []
      : [`FOREIGN KEY (${quoted(name)}) REFERENCES ${quoted(references.table)} (${quoted(references.column)})`],
  )
  const parts = [
    ...columns.map((column) => columnText(column, rows)),
    `PRIMARY KEY (${keys.join()})`,
    ...indexed,
    ...references,
  ]
  return `CREATE TABLE ${quoted(name)} (${parts.join(', ')})`
}

/** Creates a database with the tables of the fixture. */
export const writeFixture = async (tables: readonly FixtureTable[]): Promise<string> => {
  const { admin } = await mysqlServer()
  const database = await newDatabase()
  await admin.query(`USE ${database}`)
  for (const table of tables) {
    await admin.query(tableText(table))
    const names = table.columns.map(({ name }) => quoted(name)).join()
    const rows = table.rows.map((row) => table.columns.map(({ name }) => row[name] ?? null))
    if (rows.length > 0) await admin.query(`INSERT INTO ${quoted(table.name)} (${names}) VALUES ?`, [rows])
    await admin.query(`ANALYZE TABLE ${quoted(table.name)}`)
  }
  return database
}
