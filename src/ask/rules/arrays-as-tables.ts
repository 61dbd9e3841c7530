import { type Column, type ForeignKey, tableName } from '../../guard/schema.ts'
import type { ArrayParent, VisibleTable } from './knowledge.ts'

/** A path of a collection, as a column of a table in the relational view. */
export interface MappedColumn {
  readonly table: string
  readonly column: string
}

/** The column that joins elements to the row that contains them. No field has this name, because paths have no dollar signs. */
export const PARENT_LINK = '$holder'

interface ArrayTables {
  readonly tables: readonly VisibleTable[]
  /** Keyed by path. */
  readonly places: ReadonlyMap<string, MappedColumn>
}

/**
 * A collection as tables: the collection itself, followed by one table per array in it. Paths that hold documents only
 * are no columns. Keys that are data (`scores.<*>`) cannot be named in a query and are left out.
 */
export const arraysAsTables = (collection: VisibleTable): ArrayTables => {
  const name = tableName(collection)
  const arrays = [...new Set(collection.columns.flatMap(({ arrays = [] }) => arrays))].filter(isAddressable)
  const places = new Map<string, MappedColumn>()
  const columnsOf = new Map<string, Column[]>([['', []], ...arrays.map((path): [string, Column[]] => [path, []])])
  for (const column of collection.columns) {
    const type = declaredType(column.type)
    if (type === undefined || !isAddressable(column.name)) continue
    const array = innermostArrayOf(column)
    const isElement = array === column.name
    const own = isElement ? lastOf(array) : array === '' ? column.name : column.name.slice(array.length + 1)
    places.set(column.name, { table: tableOf(name, array), column: own })
    const nullable = array === '' ? column.nullable : !isElement && isRarer(column, collection.columns)
    columnsOf.get(array)?.push({ name: own, type, nullable })
  }
  const keysOf = (array: string): ForeignKey[] =>
    collection.foreignKeys.flatMap((key) => {
      const [path] = key.columns
      const place = path === undefined ? undefined : places.get(path)
      return place === undefined || place.table !== tableOf(name, array) || key.columns.length > 1
        ? []
        : [{ ...key, columns: [place.column] }]
    })
  const root = { ...collection, columns: columnsOf.get('') ?? [], foreignKeys: keysOf('') }
  const inner = arrays.flatMap((path): VisibleTable[] => {
    const columns = columnsOf.get(path) ?? []
    const parentArray = parentArrayOf(path, arrays)
    const parentTable = tableOf(name, parentArray)
    const link = { columns: [PARENT_LINK], refTable: parentTable, refColumns: [PARENT_LINK] }
    const key = ['_id', 'id'].find((id) => columns.some((column) => column.name === id))
    if (columns.length === 0) return []
    return [
      {
        name: tableOf(name, path),
        columns,
        primaryKey: key === undefined ? [] : [key],
        foreignKeys: [link, ...keysOf(path)],
        within: withinOf(parentTable, parentArray === '' ? path : path.slice(parentArray.length + 1), places.get(path)),
      },
    ]
  })
  return { tables: [root, ...inner], places }
}

/**
 * Whether fewer documents have this path than its siblings. A document without elements has none of their fields, so
 * presence is compared within one array.
 */
const isRarer = ({ name, nullable, presence }: Column, columns: readonly Column[]): boolean => {
  if (presence === undefined) return nullable
  const parent = name.slice(0, name.lastIndexOf('.') + 1)
  return columns.some((other) => other.name.startsWith(parent) && (other.presence ?? 0) > presence)
}

const withinOf = (table: string, path: string, value: MappedColumn | undefined): ArrayParent =>
  value === undefined ? { table, path } : { table, path, value: value.column }

const tableOf = (collection: string, path: string): string => (path === '' ? collection : `${collection}.${path}`)

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

const isAddressable = (path: string): boolean => !path.includes('<*>')

/** The innermost array that contains a path, or the path itself if it is an array; empty outside of arrays. */
const innermostArrayOf = ({ arrays = [] }: Column): string => longest(arrays)

/** The innermost array around another one. */
const parentArrayOf = (path: string, arrays: readonly string[]): string =>
  longest(arrays.filter((other) => path.startsWith(`${other}.`)))

const longest = (paths: readonly string[]): string => paths.reduce((a, b) => (b.length > a.length ? b : a), '')

/** Types of document values as a database of tables would declare them; the most frequent type of a path counts. */
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
