import { Decimal128, Double, Int32, Long, ObjectId, UUID } from 'mongodb'
import type { LoadValue, NewColumn, NewTable } from '../../loader.ts'
import { DYNAMIC } from '../describe/dynamic-keys.ts'

type Fields = Map<string, unknown>

/** The documents of one collection. */
interface NewCollection {
  readonly name: string
  readonly documents: readonly Fields[]
  /** Paths of each index. */
  readonly indexes: readonly (readonly string[])[]
}

/**
 * Converts tables to collections: a single-column key becomes `_id`, dotted names become sub-documents, and embedded
 * rows become array elements.
 *
 * @throws Error if the outer row of an embedded row does not exist
 */
export const documentsOf = (tables: readonly NewTable[]): readonly NewCollection[] => {
  const rows = new Map<string, ReadonlyMap<string, Fields>>()
  return tables.flatMap((table) => {
    const documents = table.rows.map((row) => documentOf(table, row))
    rows.set(table.name, byKey(table, documents))
    const { within } = table
    if (within === undefined)
      return [{ name: table.name, documents, indexes: table.indexes.map((one) => paths(table, one)) }]
    const columnIndex = table.columns.findIndex(({ name }) => name === within.column)
    for (const [index, fields] of documents.entries()) {
      const outer = rows.get(within.table)?.get(String(table.rows[index]?.[columnIndex]))
      if (outer === undefined) throw new Error(`a row of ${table.name} stands within no row of ${within.table}`)
      const existing = outer.get(within.as)
      if (Array.isArray(existing)) existing.push(fields)
      else outer.set(within.as, [fields])
    }
    // Outer rows without embedded ones get an empty array.
    for (const outer of rows.get(within.table)?.values() ?? []) if (!outer.has(within.as)) outer.set(within.as, [])
    return []
  })
}

const byKey = ({ primaryKey, rows, columns }: NewTable, documents: readonly Fields[]): ReadonlyMap<string, Fields> => {
  const [key] = primaryKey
  const columnIndex = columns.findIndex(({ name }) => name === key)
  return new Map(documents.map((fields, index) => [String(rows[index]?.[columnIndex]), fields]))
}

const documentOf = (table: NewTable, row: readonly LoadValue[]): Fields => {
  const fields: Fields = new Map()
  for (const [index, column] of table.columns.entries()) {
    if (column.name === table.within?.column || isParent(table, column)) continue
    const [path = ''] = paths(table, [column.name])
    setPath(fields, path.split('.'), '', storedValue(row[index] ?? null, column.type), column.arrays ?? [])
  }
  return fields
}

/** Whether its fields are separate columns. */
const isParent = ({ columns }: NewTable, { name }: NewColumn): boolean =>
  columns.some((column) => column.name.startsWith(`${name}.`))

const paths = ({ primaryKey, within }: NewTable, columns: readonly string[]): readonly string[] => {
  const [key] = within === undefined && primaryKey.length === 1 ? primaryKey : []
  return columns.map((name) => (name === key ? '_id' : name))
}

/** A sample key, for schemas with dynamic keys. */
const DATA_KEY = '2026-01-01'

const setPath = (
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
  const existing = fields.get(name)
  const inner: unknown = Array.isArray(existing) ? existing[0] : existing
  const within: Fields = inner instanceof Map ? inner : new Map()
  setPath(within, rest, path, value, arrays)
  fields.set(name, isArray ? [within] : within)
}

/** The stored value by column type: a portable one, or the first one of a described schema. */
const storedValue = (value: LoadValue, type: NewColumn['type']): unknown => {
  if (value === null) return null
  const [named = ''] = (typeof type === 'string' ? type : type.declared).split(' | ')
  const write = WRITERS.get(named)
  return write === undefined ? value : write(value)
}

const INT_MAX = 2 ** 31 - 1

const whole = (value: LoadValue): unknown => {
  const number = BigInt(typeof value === 'boolean' ? Number(value) : (value ?? 0))
  return number <= BigInt(INT_MAX) && number >= -BigInt(INT_MAX) ? new Int32(Number(number)) : Long.fromBigInt(number)
}

/** Days and times are in UTC. */
const moment = (value: LoadValue): Date => {
  const [day = '', time = '00:00:00'] = String(value).split(' ')
  return new Date(`${day}T${time}Z`)
}

const double = (value: LoadValue): Double => new Double(Number(value))
const text = (value: LoadValue): string => String(value)
const decimal = (value: LoadValue): Decimal128 => Decimal128.fromString(String(value))
const truth = (value: LoadValue): boolean => value === true || value === 1
const objectId = (value: LoadValue): unknown => (ObjectId.isValid(String(value)) ? new ObjectId(String(value)) : value)
const uuid = (value: LoadValue): unknown => (UUID.isValid(String(value)) ? new UUID(String(value)) : value)

const WRITERS: ReadonlyMap<string, (value: LoadValue) => unknown> = new Map<string, (value: LoadValue) => unknown>([
  ...(['integer', 'int', 'long'] as const).map((name) => [name, whole] as const),
  ...(['real', 'double'] as const).map((name) => [name, double] as const),
  ...(['date', 'datetime'] as const).map((name) => [name, moment] as const),
  ...(['boolean', 'bool'] as const).map((name) => [name, truth] as const),
  ...(['text', 'string'] as const).map((name) => [name, text] as const),
  ['decimal', decimal] as const,
  ['objectId', objectId] as const,
  ['binData', uuid] as const,
])
