import type { PortableType } from '../src/engines/loader.ts'
import type { DemoTableShape } from './schema.ts'

const DECLARED: Readonly<Record<PortableType, string>> = {
  integer: 'INTEGER',
  decimal: 'NUMERIC',
  real: 'REAL',
  text: 'TEXT',
  date: 'DATE',
  datetime: 'TEXT',
  boolean: 'BOOLEAN',
}

/** What creates a table of the demo in SQLite; all of its names are plain words. */
export const createTable = ({ name, columns, primaryKey, foreignKeys }: DemoTableShape): string => {
  const lines = columns.map((column) => {
    const isKey = primaryKey.includes(column.name)
    const reference = foreignKeys.find((key) => key.columns.includes(column.name))
    return [
      ...[column.name, typeof column.type === 'string' ? DECLARED[column.type] : column.type.declared],
      ...(isKey ? ['PRIMARY KEY'] : column.nullable ? [] : ['NOT NULL']),
      ...(reference === undefined ? [] : [`REFERENCES ${reference.refTable} (${reference.refColumns.join()})`]),
    ].join(' ')
  })
  return `CREATE TABLE ${name} (${lines.join(', ')})`
}

/** What creates its indexes, after the rows are in: that is faster than keeping them current. */
export const createIndexes = ({ name, indexes }: DemoTableShape): readonly string[] =>
  indexes.map((columns) => `CREATE INDEX ${name}_${columns.join('_')} ON ${name} (${columns.join(', ')})`)
