import type { ShownTable } from '../question-context.ts'
import { quoted } from './quoted.ts'

const NAME_LENGTH_MAX = 200

/** A name that could be read as anything else is quoted, as a value is: names of columns must not instruct a model. */
export const plainName = (name: string): string =>
  /^[\p{L}\p{N}_$.<*>-]{1,200}$/u.test(name) ? name : quoted(name, NAME_LENGTH_MAX)

export const columnName = ({ table, column }: { readonly table: string; readonly column: string }): string =>
  `${plainName(table)}.${plainName(column)}`

/** A note on columns that are not shown. */
export const leftOutText = ({ columnsLeftOut = 0 }: ShownTable): readonly string[] =>
  columnsLeftOut === 0 ? [] : [`… ${columnsLeftOut} more`]
