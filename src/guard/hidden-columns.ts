import type { NameFolding } from './name-folding.ts'
import type { Table } from './schema.ts'

/**
 * The columns of a table that no query may see: those that a policy hides, and those that the database computes from
 * them, directly or through other computed columns.
 *
 * @param hide the list of the table's policy entry
 * @returns folded names
 */
export const hiddenColumns = (
  { columns }: Pick<Table, 'columns'>,
  hide: readonly string[] = [],
  folding: NameFolding,
): ReadonlySet<string> => {
  const hidden = new Set(hide.map((name) => folding.column(name)))
  if (hidden.size === 0) return hidden
  for (let size = 0; size !== hidden.size; ) {
    size = hidden.size
    for (const { name, generatedFrom = [] } of columns)
      if (generatedFrom.some((source) => hidden.has(folding.column(source)))) hidden.add(folding.column(name))
  }
  return hidden
}
