import type { Json } from '../../../platform/values/json.ts'

/** Characters kept of a cell that is too large. */
export const TRUNCATED_LENGTH = 4_096

/** The beginning of a large cell as text, and the length of the whole cell in code points. */
export class TruncatedCell {
  readonly text: string
  readonly length: number

  /** @param length of the whole cell, more than the text has */
  constructor(text: string, length: number) {
    this.text = text
    this.length = length
  }
}

/** A cell, whole or truncated. */
export type Cell = Json | TruncatedCell

/**
 * Truncates a cell to `lengthMax` characters: texts as they are, arrays and objects as JSON text. Numbers, booleans and
 * short cells keep their type.
 */
export const truncateCell = (cell: Cell, lengthMax: number): Cell => {
  if (cell instanceof TruncatedCell) return new TruncatedCell(firstCharacters(cell.text, lengthMax), cell.length)
  if (typeof cell === 'string') return truncateText(cell, lengthMax) ?? cell
  return typeof cell === 'object' && cell !== null ? (truncateText(JSON.stringify(cell), lengthMax) ?? cell) : cell
}

/** Truncates a text; undefined if it is short enough. */
const truncateText = (text: string, lengthMax: number): TruncatedCell | undefined => {
  if (text.length <= lengthMax) return undefined
  const length = characters(text)
  return length <= lengthMax ? undefined : new TruncatedCell(firstCharacters(text, lengthMax), length)
}

/** The first `lengthMax` code points of a text. */
export const firstCharacters = (text: string, lengthMax: number): string => {
  const begin = text.slice(0, 2 * lengthMax)
  return begin.length <= lengthMax ? begin : Array.from(begin).slice(0, lengthMax).join('')
}

/** Number of code points: a surrogate pair counts as one. */
const characters = (text: string): number => {
  let count = text.length
  for (let at = 0; at < text.length - 1; at++)
    if ((text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) count--
  return count
}
