import { cutText } from '../../platform/values/cut-text.ts'
import type { Json } from '../../platform/values/json.ts'
import { shortJson } from '../../platform/values/short-json.ts'

const CELL_LENGTH_MAX = 80
/** Characters of a cell that are read: white space and marks are normalized. */
const CELL_READ_MAX = 10 * CELL_LENGTH_MAX

const NUMBERS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** Significant digits of small numbers, so that they are not shown as zero. */
const DIGITS_SHOWN = 3
const ROUNDED_TO_NONE = 0.005
/** Smaller numbers are shown in exponential notation. */
const PLAIN_MIN = 1e-6

/** A number with at most two decimals, formatted by `usual`; a small number that this would round to zero keeps its first significant digits. */
export const numberText = (cell: number, usual: Intl.NumberFormat = NUMBERS): string => {
  if (cell === 0 || Math.abs(cell) >= ROUNDED_TO_NONE) return usual.format(cell)
  const short = Number(cell.toPrecision(DIGITS_SHOWN))
  return Math.abs(cell) < PLAIN_MIN ? String(short) : short.toFixed(FRACTION_MAX).replace(/0+$/, '')
}

const FRACTION_MAX = 9

/** A day, in databases with timestamps only. */
const MIDNIGHT = /^\d{4}-\d\d-\d\dT00:00:00(?:\.0{1,9})?Z$/
const DAY_LENGTH = 10

/** A cell as plain text on one line: rows are data, so nothing in them may become a link, a tag or markup. */
export const cellText = (cell: Json | undefined): string => {
  if (cell === undefined || cell === null) return 'none'
  if (typeof cell === 'number') return numberText(cell)
  if (typeof cell === 'string' && cell.length <= CELL_LENGTH_MAX && MIDNIGHT.test(cell))
    return cell.slice(0, DAY_LENGTH)
  const text = (
    typeof cell === 'string'
      ? cell
      : typeof cell === 'boolean'
        ? cell
          ? 'yes'
          : 'no'
        : shortJson(cell, CELL_LENGTH_MAX)
  )
    .slice(0, CELL_READ_MAX)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('://', ': //')
    .replace(/[[\]<>`|\\*]/g, (mark) => `\\${mark}`)
    .trim()
  return text.length > CELL_LENGTH_MAX ? `${cutText(text, CELL_LENGTH_MAX - 1)}…` : text
}
