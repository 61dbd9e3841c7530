import type { Json } from '../../../platform/values/json.ts'

/** What is shown of a cell that is too large: its first characters. */
export const CUT_LENGTH = 4_096

/** The beginning of a large cell, as text, and how many characters (code points) the whole has. */
export class CutCell {
  readonly text: string
  readonly length: number

  /** @param length of the whole cell: more than the text has */
  constructor(text: string, length: number) {
    this.text = text
    this.length = length
  }
}

/** A cell as it is kept: whole, or cut. */
export type Cell = Json | CutCell

/**
 * The first characters of a cell that has more: of texts as they are, of arrays and objects as JSON, so that the cut
 * cell is a text. Numbers, booleans and all that is short enough keep their type.
 */
export const cutCell = (cell: Cell, lengthMax: number): Cell => {
  if (cell instanceof CutCell) return new CutCell(firstCharacters(cell.text, lengthMax), cell.length)
  if (typeof cell === 'string') return cutText(cell, lengthMax) ?? cell
  return typeof cell === 'object' && cell !== null ? (cutText(JSON.stringify(cell), lengthMax) ?? cell) : cell
}

/** Undefined for a text that is short enough. */
export const cutText = (text: string, lengthMax: number): CutCell | undefined => {
  if (text.length <= lengthMax) return undefined
  const length = characters(text)
  return length <= lengthMax ? undefined : new CutCell(firstCharacters(text, lengthMax), length)
}

/** The beginning of a text, of at most so many code points. */
export const firstCharacters = (text: string, lengthMax: number): string => {
  const begin = text.slice(0, 2 * lengthMax)
  return begin.length <= lengthMax ? begin : Array.from(begin).slice(0, lengthMax).join('')
}

/** Code points: both halves of a surrogate pair are one. */
const characters = (text: string): number => {
  let count = text.length
  for (let at = 0; at < text.length - 1; at++)
    if ((text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) count--
  return count
}
