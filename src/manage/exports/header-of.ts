import { safeCell } from '../../ask/rules/history/safe-cell.ts'
import type { ResultColumn } from '../../ask/rules/outcome.ts'

/** The heading of a column in a spreadsheet: its name and unit, and never a formula. */
export const headerOf = ({ name, unit }: ResultColumn): string =>
  safeCell(unit === undefined ? name : `${name} (${unit})`)
