import type { NameFolding } from '../../guard/name-folding.ts'
import { type Table, tableName } from '../../guard/schema.ts'

export type GlossedTable = Pick<Table, 'schema' | 'name' | 'columns'>

/** The target of a glossary entry: a table, or an array of documents (`orders.items`). */
export interface GlossTarget {
  readonly name: string
  /** The spelling of a column in the database, from a name with the table (`orders.total`) or without. */
  column(name: string): string | undefined
}

/** Resolves the names in a glossary; the columns of a table are read only if an entry refers to them. */
export const glossTargets = (
  tables: readonly GlossedTable[],
  folding: NameFolding,
): ((name: string) => GlossTarget | undefined) => {
  // If two tables match a name, the first one wins.
  const byName = new Map(tables.toReversed().map((table) => [folding.table(tableName(table)), table]))
  const known = new Map<string, GlossTarget | undefined>()
  const find = (name: string): GlossTarget | undefined => {
    const table = byName.get(folding.table(name))
    return table === undefined ? arrayNamed(name) : resolveTarget(table, folding)
  }
  const arrayNamed = (name: string): GlossTarget | undefined => {
    for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
      const array = name.slice(dot + 1)
      const table = byName.get(folding.table(name.slice(0, dot)))
      if (table?.columns.some(({ arrays = [] }) => arrays.includes(array)) === true)
        return resolveTarget(table, folding, array)
    }
    return undefined
  }
  return (name) => {
    if (!known.has(name)) known.set(name, find(name))
    return known.get(name)
  }
}

const resolveTarget = (table: GlossedTable, folding: NameFolding, array?: string): GlossTarget => {
  const name = [tableName(table), ...(array === undefined ? [] : [array])].join('.')
  const names = array === undefined ? table.columns.map((column) => column.name) : pathsWithin(table, array)
  const columns = new Map(names.map((column) => [folding.column(column), column]))
  const column = (spelled: string): string | undefined => columns.get(folding.column(spelled))
  const prefixes = table.schema === undefined ? [name] : [name, name.slice(table.schema.length + 1)]
  return {
    name,
    column(spelled) {
      const isPrefix = (one: string) => folding.table(spelled.slice(0, one.length)) === folding.table(one)
      const prefix = prefixes.find((one) => spelled[one.length] === '.' && isPrefix(one))
      return column(spelled) ?? (prefix === undefined ? undefined : column(spelled.slice(prefix.length + 1)))
    },
  }
}

/** Paths within an array. Elements that are no documents have the name of the array. */
const pathsWithin = ({ columns }: GlossedTable, array: string): readonly string[] => [
  array.slice(array.lastIndexOf('.') + 1),
  ...columns.flatMap(({ name }) => (name.startsWith(`${array}.`) ? [name.slice(array.length + 1)] : [])),
]
