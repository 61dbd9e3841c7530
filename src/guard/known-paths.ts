import type { Column, Table } from './schema.ts'

/**
 * Adds paths found in documents to a collection: each path once, with all its known types and arrays. A path that
 * already had a type keeps its nullability.
 */
export const withPaths = (table: Table, found: readonly Column[]): Table => {
  const columns = new Map(table.columns.map((column) => [column.name, column]))
  for (const column of found) {
    const known = columns.get(column.name)
    columns.set(column.name, known === undefined ? column : mergeColumns(known, column))
  }
  const arrays = new Set([...columns.values()].flatMap((column) => column.arrays ?? []))
  return { ...table, columns: [...columns.values()].map((column) => inArrays(column, arrays)) }
}

/** Returns whether a collection already has a path with these types and arrays. */
export const isKnownIn = ({ columns }: Table): ((found: Column) => boolean) => {
  const byName = new Map(columns.map((column) => [column.name, column]))
  return (found) => {
    const known = byName.get(found.name)
    if (known === undefined) return false
    const arrays = known.arrays ?? []
    return mergeColumns(known, found).type === known.type && (found.arrays ?? []).every((path) => arrays.includes(path))
  }
}

const mergeColumns = (known: Column, found: Column): Column => {
  const types = new Set([...splitTypes(known), ...splitTypes(found)])
  if (types.size > 1) types.delete('null')
  const arrays = [...new Set([...(known.arrays ?? []), ...(found.arrays ?? [])])]
  return {
    ...known,
    type: [...types].join(' | '),
    nullable: known.type === '' ? found.nullable : known.nullable,
    ...(arrays.length === 0 ? {} : { arrays }),
  }
}

/** The types of a path, one by one. */
export const splitTypes = ({ type }: Pick<Column, 'type'>): readonly string[] => (type === '' ? [] : type.split(' | '))

/** If one path shows an array, every path within it lies in that array. */
const inArrays = ({ arrays: _, ...column }: Column, arrays: ReadonlySet<string>): Column => {
  const { name } = column
  const enclosing = [...arrays].filter((path) => path === name || name.startsWith(`${path}.`))
  const outermost = enclosing.toSorted((one, other) => one.length - other.length)
  return outermost.length === 0 ? column : { ...column, arrays: outermost }
}
