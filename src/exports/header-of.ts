import type { ResultColumn } from '../domain/ask/outcome.ts'
import { safeCell } from '../domain/history/safe-cell.ts'

/** The heading of a column in a spreadsheet: its name and unit, and never a formula. */
export const headerOf = ({ name, unit }: ResultColumn): string =>
  safeCell(unit === undefined ? name : `${name} (${unit})`)
