import { cutText } from '../../domain/cut-text.ts'
import type { Json } from '../../domain/json.ts'
import { shortJson } from '../../domain/short-json.ts'

const CELL_LENGTH_MAX = 80
/** So much of a cell is looked at: white space and marks are not shown as they are. */
const CELL_READ_MAX = 10 * CELL_LENGTH_MAX

const NUMBERS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** A day, where moments are all that a database knows. */
const MIDNIGHT = /^\d{4}-\d\d-\d\dT00:00:00(?:\.0{1,9})?Z$/
const DAY_LENGTH = 10

/** A cell as plain text on one line: rows are data, so nothing in them may become a link, a tag or markup. */
export const cellText = (cell: Json | undefined): string => {
  if (cell === undefined || cell === null) return 'none'
  if (typeof cell === 'number') return NUMBERS.format(cell)
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
