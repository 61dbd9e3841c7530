import type { Cell, CellObject } from 'write-excel-file/node'
import { safeCell } from '../../ask/rules/history/safe-cell.ts'
import type { ResultColumn, Row } from '../../ask/rules/outcome.ts'
import type { Json } from '../../platform/values/json.ts'

/** Characters of a cell, in UTF-16 as Excel counts them. */
export const CELL_LENGTH_MAX = 32_767

/** Excel keeps 15 digits: a number of more becomes a text of all of them. */
const EXACT_BELOW = 1e15

const DECIMALS_MAX = 6
const UNIT_LENGTH_MAX = 20

/** Makes the cells of one column. */
export type CellMaker = (value: Json) => Cell

/** How the cells of a column are written: numbers in the format of its unit, days as dates where all of it are days. */
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
 * A cell of text, which no program takes for a formula: its type says that it is text, and nothing that could begin a
 * formula begins it.
 *
 * Excel reads `_x0041_` in a workbook as `A`, so that such a text is written with its first `_` escaped. The library keeps
 * texts in an object of no class of its own, where `constructor` and its like are known already: such a text is ended by a
 * NUL, which the library removes when it writes it.
 */
export const textCell = (text: string, onShortened: () => void): CellObject => {
  if (text.length > CELL_LENGTH_MAX) onShortened()
  const shown = text
    .slice(0, CELL_LENGTH_MAX)
    .toWellFormed()
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
  return { value: shown in {} ? `${shown}\0` : shown, type: String }
}

/** Excel takes 1900 for a leap year: days before this one have other numbers there. */
const FIRST_DAY = Date.UTC(1900, 2, 1)

const dayOf = (value: Json): Date | undefined => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const day = new Date(`${value}T00:00:00Z`)
  const isDay = Number.isFinite(day.getTime()) && day.toISOString().startsWith(value) && day.getTime() >= FIRST_DAY
  return isDay ? day : undefined
}

/** The most decimals that a number of a column has: what is shown is what is there. */
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

/** @param decimals undefined where they are too many to show all of them */
const numberFormat = (unit: string, decimals: number | undefined): string | undefined => {
  const shown = unit
    .replace(/[^\p{L}\p{N}%€$£¥/°².·-]+/gu, ' ')
    .trim()
    .slice(0, UNIT_LENGTH_MAX)
  if (shown === '' || decimals === undefined) return undefined
  const number = `#,##0${decimals === 0 ? '' : `.${'0'.repeat(decimals)}`}`
  return shown === '%' ? `${number}"%"` : `${number}" ${shown}"`
}
