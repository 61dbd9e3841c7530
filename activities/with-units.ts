import { columnUnits, type UnitsOf } from '../src/ask/rules/column-units.ts'
import type { ResultColumn } from '../src/ask/rules/outcome.ts'

/** The columns of a result with the units of what its query makes them from. */
export const withUnits = (
  columns: readonly ResultColumn[],
  of: Pick<UnitsOf, 'query' | 'tables' | 'glossary'>,
): readonly ResultColumn[] => {
  const units = columnUnits({ ...of, columns: columns.map(({ name }) => name) })
  return columns.map((column) => withUnit(column, units.get(column.name)))
}

/** Only numbers have a unit. */
const withUnit = (column: ResultColumn, unit: string | undefined): ResultColumn =>
  unit === undefined || (column.type !== 'number' && column.type !== 'text') ? column : { ...column, unit }
