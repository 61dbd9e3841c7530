import type { Json } from '../json.ts'

/**
 * A cell of a CSV file that no spreadsheet takes for a formula: text that begins like one gets an apostrophe (OWASP, CSV
 * injection). Numbers stay numbers, also those that databases give as text.
 */
export const safeCell = (cell: Json | undefined): string => {
  if (cell === null || cell === undefined) return ''
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}

/** Full-width signs count too: some programs take them for the plain ones. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i
