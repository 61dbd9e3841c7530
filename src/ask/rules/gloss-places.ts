import type { NameFolding } from '../../guard/name-folding.ts'
import { type Table, tableName } from '../../guard/schema.ts'

export type GlossedTable = Pick<Table, 'schema' | 'name' | 'columns'>

/** A table that a glossary speaks of, or an array of documents (`orders.items`). */
export interface GlossPlace {
  readonly name: string
  /** How the database spells a column, from how somebody wrote it: with the table before it (`orders.total`) or without. */
  column(name: string): string | undefined
}

/** What the names in a glossary lead to; the columns of a table are looked at only where something is said of them. */
export const glossPlaces = (
  tables: readonly GlossedTable[],
  folding: NameFolding,
): ((name: string) => GlossPlace | undefined) => {
  // Of two names that mean the same, the first table is meant.
  const byName = new Map(tables.toReversed().map((table) => [folding.table(tableName(table)), table]))
  const known = new Map<string, GlossPlace | undefined>()
  const find = (name: string): GlossPlace | undefined => {
    const table = byName.get(folding.table(name))
    return table === undefined ? arrayNamed(name) : place(table, folding)
  }
  const arrayNamed = (name: string): GlossPlace | undefined => {
    for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
      const array = name.slice(dot + 1)
      const table = byName.get(folding.table(name.slice(0, dot)))
      if (table?.columns.some(({ arrays = [] }) => arrays.includes(array)) === true) return place(table, folding, array)
    }
    return undefined
  }
  return (name) => {
    if (!known.has(name)) known.set(name, find(name))
    return known.get(name)
  }
}

const place = (table: GlossedTable, folding: NameFolding, array?: string): GlossPlace => {
  const name = [tableName(table), ...(array === undefined ? [] : [array])].join('.')
  const names = array === undefined ? table.columns.map((column) => column.name) : endsWithin(table, array)
  const columns = new Map(names.map((column) => [folding.column(column), column]))
  const column = (said: string): string | undefined => columns.get(folding.column(said))
  const leads = table.schema === undefined ? [name] : [name, name.slice(table.schema.length + 1)]
  return {
    name,
    column(said) {
      const isLead = (one: string) => folding.table(said.slice(0, one.length)) === folding.table(one)
      const lead = leads.find((one) => said[one.length] === '.' && isLead(one))
      return column(said) ?? (lead === undefined ? undefined : column(said.slice(lead.length + 1)))
    },
  }
}

/** Paths within an array; its elements themselves, which may be no documents, are called as it is. */
const endsWithin = ({ columns }: GlossedTable, array: string): readonly string[] => [
  array.slice(array.lastIndexOf('.') + 1),
  ...columns.flatMap(({ name }) => (name.startsWith(`${array}.`) ? [name.slice(array.length + 1)] : [])),
]
