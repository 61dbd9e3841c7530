import type { Json } from '../../../platform/values/json.ts'

/**
 * A CSV cell that no spreadsheet evaluates as a formula: text that may begin one gets an apostrophe (OWASP, CSV
 * injection). Amounts stay unchanged, including those that databases return as text: numbers, money, times, infinities.
 */
export const safeCell = (cell: Json | undefined): string => {
  if (cell === null || cell === undefined) return ''
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  return FORMULA.test(text) && !SIGNED_AMOUNT.test(text) ? `'${text}` : text
}

/** Full-width signs count too: some programs treat them as ASCII. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

const DIGITS = String.raw`(?:\d{1,3}(?:[.,'’\s]\d{3})*|\d+)(?:[.,]\d+)?|[.,]\d+`

/** A sign and one amount: nothing follows that a program could compute with. A sign alone is a dash. */
const SIGNED_AMOUNT = new RegExp(
  `^[+-](?:${[
    String.raw`\s?\p{Sc}?\s?(?:${DIGITS})(?:\s?(?:\p{Sc}|%))?`,
    String.raw`\d+(?:\.\d+)?e[+-]?\d+`,
    String.raw`\d+(?::\d\d){2}(?:\.\d+)?`,
    'Infinity',
    'inf',
    '',
  ].join('|')})$`,
  'iu',
)
