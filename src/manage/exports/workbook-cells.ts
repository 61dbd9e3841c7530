import type { Cell, CellObject } from 'write-excel-file/node'
import { safeCell } from '../../ask/rules/history/safe-cell.ts'
import type { ResultColumn, Row } from '../../ask/rules/outcome.ts'
import type { Json } from '../../platform/values/json.ts'

/** Excel's limit for a cell, in UTF-16 code units. */
const CELL_LENGTH_MAX = 32_767

/** Excel stores 15 digits: longer integers are written as text. */
const EXACT_BELOW = 1e15

const DECIMALS_MAX = 6
const UNIT_LENGTH_MAX = 20

type CellMaker = (value: Json) => Cell

/** Formats the cells of a column: numbers with the unit, and dates if every value is one. */
export const cellMaker = (
  { name, unit }: Pick<ResultColumn, 'name' | 'unit'>,
  rows: readonly Row[],
  onShortened: () => void,
): CellMaker => {
  const format = unit === undefined ? undefined : numberFormat(unit, decimalsOf(rows, name))
  const areDays = rows.every(({ [name]: value }) => value == null || dayOf(value) !== undefined)
  return (value) => {
    if (value === null) return null
    if (typeof value === 'boolean') return { value, type: Boolean }
    if (typeof value === 'number' && !(Number.isInteger(value) && Math.abs(value) >= EXACT_BELOW))
      return { value, type: Number, ...(format === undefined ? {} : { format }) }
    const day = areDays ? dayOf(value) : undefined
    return day === undefined ? textCell(safeCell(value), onShortened) : { value: day, type: Date, format: 'yyyy-mm-dd' }
  }
}

/**
 * A text cell that no program interprets as a formula: its type is text, and its first character cannot start a
 * formula.
 *
 * Excel decodes `_x0041_` as `A`, so the first `_` of such a text is escaped. The library stores texts as keys of a
 * plain object, which already has `constructor` and other names: a NUL is appended to such a text, which the library
 * removes when writing.
 */
export const textCell = (text: string, onShortened: () => void): CellObject => {
  if (text.length > CELL_LENGTH_MAX) onShortened()
  const shown = text
    .slice(0, CELL_LENGTH_MAX)
    .toWellFormed()
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
  return { value: shown in {} ? `${shown}\0` : shown, type: String }
}

/** Excel treats 1900 as a leap year: earlier dates would be off by one. */
const FIRST_DAY = Date.UTC(1900, 2, 1)

const dayOf = (value: Json): Date | undefined => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const day = new Date(`${value}T00:00:00Z`)
  const isDay = Number.isFinite(day.getTime()) && day.toISOString().startsWith(value) && day.getTime() >= FIRST_DAY
  return isDay ? day : undefined
}

/** The maximum number of decimals in a column, so that values are displayed exactly. */
const decimalsOf = (rows: readonly Row[], name: string): number | undefined => {
  let most = 0
  for (const { [name]: value } of rows) {
    if (typeof value !== 'number') continue
    const [, decimals = ''] = String(value).split('.')
    if (decimals.length > DECIMALS_MAX || String(value).includes('e')) return undefined
    most = Math.max(most, decimals.length)
  }
  return most
}

/** @param decimals undefined if there are too many to display */
const numberFormat = (unit: string, decimals: number | undefined): string | undefined => {
  const shown = unit
    .replace(/[^\p{L}\p{N}%€$£¥/°².·-]+/gu, ' ')
    .trim()
    .slice(0, UNIT_LENGTH_MAX)
  if (shown === '' || decimals === undefined) return undefined
  const number = `#,##0${decimals === 0 ? '' : `.${'0'.repeat(decimals)}`}`
  return shown === '%' ? `${number}"%"` : `${number}" ${shown}"`
}
