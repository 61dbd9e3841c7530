import type { NewColumn, NewTable, PortableType } from '../../loader.ts'
import type { ServerTraits } from '../connect/pinned-session.ts'
import { quote } from '../language/names.ts'

const TYPES: Readonly<Record<PortableType, string>> = {
  integer: 'BIGINT',
  decimal: 'DECIMAL(19,4)',
  real: 'DOUBLE',
  text: 'TEXT',
  date: 'DATE',
  datetime: 'DATETIME',
  boolean: 'BOOLEAN',
}

/** Texts in keys and indexes need a maximum length. */
const KEY_TEXT = 'VARCHAR(255)'

/** Collations that compare by code point, including trailing spaces. */
const EXACT: Readonly<Record<ServerTraits['kind'], string>> = {
  mariadb: 'utf8mb4_nopad_bin',
  mysql: 'utf8mb4_0900_bin',
}

/**
 * The CREATE statement of a table in the connection's database; MySQL has no schemas.
 *
 * @param referred columns that keys of other tables refer to
 */
export const createTable = (table: NewTable, kind: ServerTraits['kind'], referred: readonly string[]): string => {
  const list = (names: readonly string[]): string => names.map(quote).join(', ')
  const bounded = new Set([
    ...table.primaryKey,
    ...table.indexes.flat(),
    ...table.foreignKeys.flatMap(({ columns }) => columns),
    ...referred,
  ])
  const parts = [
    ...table.columns.map((column) => columnText(column, bounded.has(column.name))),
    ...(table.primaryKey.length > 0 ? [`PRIMARY KEY (${list(table.primaryKey)})`] : []),
    ...table.indexes.map((columns) => `KEY (${list(columns)})`),
    ...table.foreignKeys.map(
      ({ columns, refTable, refColumns }) =>
        `FOREIGN KEY (${list(columns)}) REFERENCES ${quote(refTable)} (${list(refColumns)})`,
    ),
  ]
  const options = `ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=${EXACT[kind]}`
  return `CREATE TABLE ${quote(table.name)} (${parts.join(', ')}) ${options}`
}

const columnText = ({ name, type, nullable }: NewColumn, bounded: boolean): string => {
  const declared = typeof type === 'string' ? (type === 'text' && bounded ? KEY_TEXT : TYPES[type]) : type.declared
  return `${quote(name)} ${declared} ${nullable ? 'NULL' : 'NOT NULL'}`
}
