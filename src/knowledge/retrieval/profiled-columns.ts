import { type ProfiledColumn, profiledColumn } from '../../ask/rules/column-profile.ts'
import { type ColumnValues, columnKey } from '../../ask/rules/knowledge.ts'
import type { ShownTable } from '../../ask/rules/question-context.ts'
import { tableName } from '../../guard/schema.ts'
import { type ColumnNeeds, columnWeight } from './shown-columns.ts'

/** Maximum of tables and columns profiled for one question. */
const TABLES_MAX = 4
const COLUMNS_MAX = 12
const COLUMNS_OF_ONE_MAX = 6

/**
 * Columns of the most likely tables whose range or codes a query may need: per table those named in the question first.
 * Keys, nested values and columns with hidden values are left out.
 *
 * @param tables most likely first
 * @param kinds categories
 */
export const profiledColumns = (
  tables: readonly ShownTable[],
  needs: ColumnNeeds,
  kinds: readonly ColumnValues[],
): readonly ProfiledColumn[] => {
  const known = new Map(kinds.map((one) => [columnKey(one), one.values]))
  const hiddenValues = new Set(needs.view.glossary.columns.filter(({ values }) => values === 'none').map(columnKey))
  return tables
    .slice(0, TABLES_MAX)
    .flatMap((table) => {
      const weight = columnWeight(table, needs)
      const keys = new Set([...table.primaryKey, ...table.foreignKeys.flatMap((key) => key.columns)])
      return table.columns
        .filter(({ name, arrays }) => arrays === undefined && !name.includes('.') && !keys.has(name))
        .toSorted((a, b) => weight(b.name) - weight(a.name))
        .map(({ name: column, type }) => ({ table: tableName(table), column, type }))
        .filter((one) => !hiddenValues.has(columnKey(one)))
        .flatMap((one) => profiledColumn(one, known.get(columnKey(one)) ?? []) ?? [])
        .slice(0, COLUMNS_OF_ONE_MAX)
    })
    .slice(0, COLUMNS_MAX)
}
