import type { ColumnValues } from '../knowledge.ts'
import { columnName } from './names-text.ts'
import { quoted } from './quoted.ts'

const VALUE_LENGTH_MAX = 60

/** Values of columns, one line each. */
export const valuesText = (columns: readonly ColumnValues[]): string => columns.map(valuesLine).join('\n')

/** The values of one column as text for a model. */
export const valuesLine = ({ values, complete, ...column }: ColumnValues): string => {
  const listed = values.map((value) => quoted(value, VALUE_LENGTH_MAX)).join(', ')
  return `${columnName(column)}: ${listed}${complete ? '' : ', and more'}`
}
