import type { LoadValue, NewColumn, NewTable } from '../../loader.ts'
import { DYNAMIC } from '../describe/dynamic-keys.ts'
import { storedValue } from './stored-value.ts'

type Fields = Map<string, unknown>

/** The documents of one collection. */
export interface NewCollection {
  readonly name: string
  readonly documents: readonly Fields[]
  /** Paths of each index. */
  readonly indexes: readonly (readonly string[])[]
}

/**
 * Tables as collections: a key of one column becomes `_id`, dotted names become documents within documents, and rows
 * that stand within those of another table become elements of an array there.
 *
 * @throws Error when a row stands within one that is not there
 */
export const documentsOf = (tables: readonly NewTable[]): readonly NewCollection[] => {
  const rows = new Map<string, ReadonlyMap<string, Fields>>()
  return tables.flatMap((table) => {
    const documents = table.rows.map((row) => documentOf(table, row))
    rows.set(table.name, byKey(table, documents))
    const { within } = table
    if (within === undefined)
      return [{ name: table.name, documents, indexes: table.indexes.map((one) => paths(table, one)) }]
    const place = table.columns.findIndex(({ name }) => name === within.column)
    for (const [index, fields] of documents.entries()) {
      const outer = rows.get(within.table)?.get(String(table.rows[index]?.[place]))
      if (outer === undefined) throw new Error(`a row of ${table.name} stands within no row of ${within.table}`)
      const there = outer.get(within.as)
      if (Array.isArray(there)) there.push(fields)
      else outer.set(within.as, [fields])
    }
    // Where no row stands within, there is an array all the same.
    for (const outer of rows.get(within.table)?.values() ?? []) if (!outer.has(within.as)) outer.set(within.as, [])
    return []
  })
}

const byKey = ({ primaryKey, rows, columns }: NewTable, documents: readonly Fields[]): ReadonlyMap<string, Fields> => {
  const [key] = primaryKey
  const place = columns.findIndex(({ name }) => name === key)
  return new Map(documents.map((fields, index) => [String(rows[index]?.[place]), fields]))
}

const documentOf = (table: NewTable, row: readonly LoadValue[]): Fields => {
  const fields: Fields = new Map()
  for (const [index, column] of table.columns.entries()) {
    if (column.name === table.within?.column || isParent(table, column)) continue
    const [path = ''] = paths(table, [column.name])
    put(fields, path.split('.'), '', storedValue(row[index] ?? null, column.type), column.arrays ?? [])
  }
  return fields
}

/** Its fields are columns of their own. */
const isParent = ({ columns }: NewTable, { name }: NewColumn): boolean =>
  columns.some((column) => column.name.startsWith(`${name}.`))

const paths = ({ primaryKey, within }: NewTable, columns: readonly string[]): readonly string[] => {
  const [key] = within === undefined && primaryKey.length === 1 ? primaryKey : []
  return columns.map((name) => (name === key ? '_id' : name))
}

/** A key that is data, where a description says that there are such. */
const DATA_KEY = '2026-01-01'

const put = (
  fields: Fields,
  [first = '', ...rest]: readonly string[],
  prefix: string,
  value: unknown,
  arrays: readonly string[],
): void => {
  const path = prefix === '' ? first : `${prefix}.${first}`
  const name = first === DYNAMIC ? DATA_KEY : first
  const isArray = arrays.includes(path)
  if (rest.length === 0) {
    fields.set(name, isArray ? [value] : value)
    return
  }
  const there = fields.get(name)
  const inner: unknown = Array.isArray(there) ? there[0] : there
  const within: Fields = inner instanceof Map ? inner : new Map()
  put(within, rest, path, value, arrays)
  fields.set(name, isArray ? [within] : within)
}
