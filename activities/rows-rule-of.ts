import type { TableFilter } from '../src/guard/table-filters.ts'
import type { DatabaseSettings, RowsRule } from '../src/manage/databases/rules/database-settings.ts'

/**
 * What of rows the provider of a model may be sent: as the database says, and none where a table was read with a column
 * whose values go nowhere. A result does not say which of its columns come from it.
 */
export const rowsRuleOf = (
  { rows, glossary }: Pick<DatabaseSettings, 'rows' | 'glossary'>,
  tables: readonly Pick<TableFilter, 'table'>[],
): RowsRule | undefined => {
  const read = new Set(tables.map(({ table }) => table.toLowerCase()))
  const isSilent = glossary.columns.some(({ table, values }) => values === 'none' && read.has(table.toLowerCase()))
  return isSilent ? 'none' : rows
}
