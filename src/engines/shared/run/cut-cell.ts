import type { Json } from '../../../platform/values/json.ts'

/** Characters kept of a cell that is too large. */
export const CUT_LENGTH = 4_096

/** The beginning of a large cell as text, and the length of the whole cell in code points. */
export class CutCell {
  readonly text: string
  readonly length: number

  /** @param length of the whole cell, more than the text has */
  constructor(text: string, length: number) {
    this.text = text
    this.length = length
  }
}

/** A cell, whole or truncated. */
export type Cell = Json | CutCell

/**
 * Truncates a cell to `lengthMax` characters: texts as they are, arrays and objects as JSON text. Numbers, booleans and
 * short cells keep their type.
 */
export const cutCell = (cell: Cell, lengthMax: number): Cell => {
  if (cell instanceof CutCell) return new CutCell(firstCharacters(cell.text, lengthMax), cell.length)
  if (typeof cell === 'string') return cutText(cell, lengthMax) ?? cell
  return typeof cell === 'object' && cell !== null ? (cutText(JSON.stringify(cell), lengthMax) ?? cell) : cell
}

/** Truncates a text; undefined if it is short enough. */
export const cutText = (text: string, lengthMax: number): CutCell | undefined => {
  if (text.length <= lengthMax) return undefined
  const length = characters(text)
  return length <= lengthMax ? undefined : new CutCell(firstCharacters(text, lengthMax), length)
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
