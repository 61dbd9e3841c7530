import { columnOf, type QueryContext, tableOf } from './query-context.ts'
import type { ColumnRef, QueryTree } from './tree.ts'

/** The name of a database column in a result: prefixed with its table, unless that is the queried one. */
export const columnName = (context: QueryContext, { anchor }: QueryTree, ref: ColumnRef): string => {
  const name = columnOf(context, ref)?.shownAs ?? ref.column
  if (ref.table === anchor) return name
  const table = tableOf(context, ref.table)
  const owner = table.singular.replaceAll(' ', '_')
  return ref.column === table.label && !/^id$/i.test(name) ? owner : `${owner}_${name}`
}

/** The name of a table's label in a result. */
export const entityName = (context: QueryContext, name: string): string => {
  const table = tableOf(context, name)
  const owner = table.singular.replaceAll(' ', '_')
  if (!table.primaryKey.includes(table.label)) return owner
  return `${owner}_${table.columns.get(table.label)?.shownAs ?? table.label}`
}

/** The columns of a result with unique names. */
export const withUniqueNames = <Column extends { readonly name: string }>(columns: readonly Column[]): Column[] => {
  const names = new Set<string>()
  return columns.map((column) => {
    const { name } = column
    let free = name
    for (let n = 2; names.has(free.toLowerCase()); n++) free = `${name}_${n}`
    names.add(free.toLowerCase())
    return { ...column, name: free }
  })
}
