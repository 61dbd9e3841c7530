import { safeCell } from '../../ask/rules/history/safe-cell.ts'
import type { ResultColumn } from '../../ask/rules/outcome.ts'

/** The header of a spreadsheet column: name and unit, never a formula. */
export const headerOf = ({ name, unit }: ResultColumn): string =>
  safeCell(unit === undefined ? name : `${name} (${unit})`)
