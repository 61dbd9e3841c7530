import { DatabaseSync } from 'node:sqlite'
import type { FixtureColumn, FixtureTable, FixtureType } from '../contract/fixture-table.ts'

const DECLARED: Readonly<Record<FixtureType, string>> = {
  integer: 'INTEGER',
  real: 'REAL',
  decimal: 'NUMERIC',
  text: 'TEXT',
  date: 'DATE',
}

export const declared = (type: FixtureType): string => DECLARED[type]

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Writes fixture tables to a database file. */
export const writeFixture = (file: string, tables: readonly FixtureTable[]): void => {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN')
  for (const { name, columns, rows } of tables) {
    // A table with a text key is WITHOUT ROWID, so that the fixture has both kinds.
    const options = columns.some(({ key, type }) => key && type === 'text') ? ' WITHOUT ROWID' : ''
    database.exec(`CREATE TABLE ${quote(name)} (${columns.map(columnText).join(', ')})${options}`)
    for (const column of columns.filter(({ indexed }) => indexed))
      database.exec(`CREATE INDEX ${quote(`${name}_${column.name}`)} ON ${quote(name)} (${quote(column.name)})`)
    const insert = database.prepare(`INSERT INTO ${quote(name)} VALUES (${columns.map(() => '?').join(', ')})`)
    for (const row of rows) insert.run(...columns.map((column) => row[column.name] ?? null))
  }
  database.exec('COMMIT; ANALYZE')
  database.close()
}

const columnText = ({ name, type, key, required, references }: FixtureColumn): string =>
  [
    ...[quote(name), declared(type)],
    ...(key ? ['PRIMARY KEY'] : []),
    ...(required ? ['NOT NULL'] : []),
    ...(references ? [`REFERENCES ${quote(references.table)} (${quote(references.column)})`] : []),
  ].join(' ')
