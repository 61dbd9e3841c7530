import type { Column, Table } from './schema.ts'

/**
 * A collection with paths that were found in documents: each path once, with all types and arrays that are known of it.
 * Of paths that were there with a type, whether they may be null stays as it was.
 */
export const withPaths = (table: Table, found: readonly Column[]): Table => {
  const columns = new Map(table.columns.map((column) => [column.name, column]))
  for (const column of found) {
    const known = columns.get(column.name)
    columns.set(column.name, known === undefined ? column : joined(known, column))
  }
  const arrays = new Set([...columns.values()].flatMap((column) => column.arrays ?? []))
  return { ...table, columns: [...columns.values()].map((column) => inArrays(column, arrays)) }
}

/** Whether what was found says nothing that a collection does not have. */
export const knownIn = ({ columns }: Table): ((found: Column) => boolean) => {
  const byName = new Map(columns.map((column) => [column.name, column]))
  return (found) => {
    const known = byName.get(found.name)
    if (known === undefined) return false
    const arrays = known.arrays ?? []
    return joined(known, found).type === known.type && (found.arrays ?? []).every((path) => arrays.includes(path))
  }
}

const joined = (known: Column, found: Column): Column => {
  const types = new Set([...typesOf(known), ...typesOf(found)])
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
export const typesOf = ({ type }: Pick<Column, 'type'>): readonly string[] => (type === '' ? [] : type.split(' | '))

/** An array that one path shows holds all that lie in it. */
const inArrays = ({ arrays: _, ...column }: Column, arrays: ReadonlySet<string>): Column => {
  const { name } = column
  const within = [...arrays].filter((path) => path === name || name.startsWith(`${path}.`))
  const outermost = within.toSorted((one, other) => one.length - other.length)
  return outermost.length === 0 ? column : { ...column, arrays: outermost }
}
