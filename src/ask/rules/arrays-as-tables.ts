import { type Column, type ForeignKey, tableName } from '../../guard/schema.ts'
import type { VisibleTable, Within } from './knowledge.ts'

/** A path of a collection, as a column of a table in the relational view. */
export interface PlacedColumn {
  readonly table: string
  readonly column: string
}

/** What links elements to the row that holds them; no field is called so, because paths have no dollar signs. */
export const HOLDER_LINK = '$holder'

interface Placed {
  readonly tables: readonly VisibleTable[]
  /** By path. */
  readonly places: ReadonlyMap<string, PlacedColumn>
}

/**
 * A collection as tables: itself, and after it one for every array in it. Paths that hold documents only are no columns,
 * and keys that are data (`scores.<*>`) cannot be named in a query, so that nothing is told of them.
 */
export const arraysAsTables = (collection: VisibleTable): Placed => {
  const name = tableName(collection)
  const arrays = [...new Set(collection.columns.flatMap(({ arrays = [] }) => arrays))].filter(isAddressable)
  const places = new Map<string, PlacedColumn>()
  const columnsOf = new Map<string, Column[]>([['', []], ...arrays.map((path): [string, Column[]] => [path, []])])
  for (const column of collection.columns) {
    const type = declaredType(column.type)
    if (type === undefined || !isAddressable(column.name)) continue
    const inside = holding(column)
    const isElement = inside === column.name
    const own = isElement ? lastOf(inside) : inside === '' ? column.name : column.name.slice(inside.length + 1)
    places.set(column.name, { table: tableOf(name, inside), column: own })
    const nullable = inside === '' ? column.nullable : !isElement && isRarer(column, collection.columns)
    columnsOf.get(inside)?.push({ name: own, type, nullable })
  }
  const keysOf = (inside: string): ForeignKey[] =>
    collection.foreignKeys.flatMap((key) => {
      const [path] = key.columns
      const place = path === undefined ? undefined : places.get(path)
      return place === undefined || place.table !== tableOf(name, inside) || key.columns.length > 1
        ? []
        : [{ ...key, columns: [place.column] }]
    })
  const root = { ...collection, columns: columnsOf.get('') ?? [], foreignKeys: keysOf('') }
  const inner = arrays.flatMap((path): VisibleTable[] => {
    const columns = columnsOf.get(path) ?? []
    const outer = holderOf(path, arrays)
    const holder = tableOf(name, outer)
    const link = { columns: [HOLDER_LINK], refTable: holder, refColumns: [HOLDER_LINK] }
    const key = ['_id', 'id'].find((id) => columns.some((column) => column.name === id))
    if (columns.length === 0) return []
    return [
      {
        name: tableOf(name, path),
        columns,
        primaryKey: key === undefined ? [] : [key],
        foreignKeys: [link, ...keysOf(path)],
        within: withinOf(holder, outer === '' ? path : path.slice(outer.length + 1), places.get(path)),
      },
    ]
  })
  return { tables: [root, ...inner], places }
}

/** A document without elements has none of their fields: whether elements lack one shows beside its siblings. */
const isRarer = ({ name, nullable, presence }: Column, columns: readonly Column[]): boolean => {
  if (presence === undefined) return nullable
  const parent = name.slice(0, name.lastIndexOf('.') + 1)
  return columns.some((other) => other.name.startsWith(parent) && (other.presence ?? 0) > presence)
}

const withinOf = (table: string, path: string, value: PlacedColumn | undefined): Within =>
  value === undefined ? { table, path } : { table, path, value: value.column }

const tableOf = (collection: string, path: string): string => (path === '' ? collection : `${collection}.${path}`)

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

const isAddressable = (path: string): boolean => !path.includes('<*>')

/** The innermost array that a path lies in, itself included; empty outside of arrays. */
const holding = ({ arrays = [] }: Column): string => longest(arrays)

/** The innermost array around another one. */
const holderOf = (path: string, arrays: readonly string[]): string =>
  longest(arrays.filter((other) => path.startsWith(`${other}.`)))

const longest = (paths: readonly string[]): string => paths.reduce((a, b) => (b.length > a.length ? b : a), '')

/** What documents hold, as a database of tables would declare it: the most frequent type of a path counts. */
const DECLARED: ReadonlyMap<string, string> = new Map([
  ['int', 'INTEGER'],
  ['long', 'BIGINT'],
  ['double', 'DOUBLE'],
  ['decimal', 'DECIMAL'],
  ['date', 'TIMESTAMP'],
  ['timestamp', 'TIMESTAMP'],
  ['bool', 'BOOLEAN'],
  ['string', 'TEXT'],
  ['objectId', 'OBJECTID'],
  ['binData', 'BLOB'],
])

const declaredType = (types: string): string | undefined => {
  for (const type of types.split('|')) {
    const declared = DECLARED.get(type.trim())
    if (declared !== undefined) return declared
  }
  return undefined
}
