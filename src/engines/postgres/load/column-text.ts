import type { NewColumn, PortableType } from '../../loader.ts'
import { quote } from '../guard/names.ts'

const TYPES: Readonly<Record<PortableType, string>> = {
  integer: 'bigint',
  decimal: 'numeric(19,4)',
  real: 'double precision',
  // Compared byte by byte, and so in the same order everywhere.
  text: 'text COLLATE "C"',
  date: 'date',
  datetime: 'timestamp',
  boolean: 'boolean',
}

export const columnText = ({ name, type, nullable }: NewColumn): string =>
  `${quote(name)} ${typeof type === 'string' ? TYPES[type] : type.declared}${nullable ? '' : ' NOT NULL'}`
