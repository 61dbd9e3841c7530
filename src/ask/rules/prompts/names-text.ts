import type { ShownTable } from '../question-context.ts'
import { quoted } from './quoted.ts'

const NAME_LENGTH_MAX = 200

/** A name that could be anything but one is quoted, as a value is: whoever named a column may give no orders. */
export const plainName = (name: string): string =>
  /^[\p{L}\p{N}_$.<*>-]{1,200}$/u.test(name) ? name : quoted(name, NAME_LENGTH_MAX)

/** A column with its table. */
export const columnName = ({ table, column }: { readonly table: string; readonly column: string }): string =>
  `${plainName(table)}.${plainName(column)}`

/** What is said of columns that are not shown. */
export const leftOutText = ({ columnsLeftOut = 0 }: ShownTable): readonly string[] =>
  columnsLeftOut === 0 ? [] : [`… ${columnsLeftOut} more`]
