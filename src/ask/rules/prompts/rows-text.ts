import type { Json } from '../../../platform/values/json.ts'
import { shortJson } from '../../../platform/values/short-json.ts'
import type { Row } from '../outcome.ts'
import { oneLine } from './quoted.ts'

const CELL_LENGTH_MAX = 200
/** Maximum of cells over all rows; a wide result loses its last columns. */
const CELLS_MAX = 2_000

/**
 * Rows as text for a model: one line of JSON each.
 *
 * @param most cells of all rows together, and characters of one
 */
export const rowsText = (rows: readonly Row[], { cellsMax = CELLS_MAX, lengthMax = CELL_LENGTH_MAX } = {}): string => {
  const columnsMax = Math.floor(cellsMax / Math.max(1, rows.length))
  return rows
    .map((row) => {
      const shown = Object.entries(row).slice(0, columnsMax)
      const cells = shown.map(([name, value]) => [oneLine(name, 100), cell(value, lengthMax)])
      return JSON.stringify(Object.fromEntries(cells))
    })
    .join('\n')
}

/** A nested value (part of a document) becomes its text, so that one limit applies to every cell. */
const cell = (value: Json, lengthMax: number): Json => {
  if (typeof value === 'string') return oneLine(value, lengthMax)
  return typeof value === 'object' && value !== null ? oneLine(shortJson(value, lengthMax), lengthMax) : value
}
