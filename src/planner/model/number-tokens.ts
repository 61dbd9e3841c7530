import { folded } from './quantity-words.ts'

/** A stretch of digits with what may part them, or a word. */
export interface Token {
  readonly text: string
  /** As it is looked up. */
  readonly word: string
  readonly start: number
  readonly end: number
  readonly isNumeral: boolean
}

/** What may stand between the digits of one number. */
export const SPACES = "'’ "

const TOKEN = new RegExp(`\\p{N}+(?:[.,/${SPACES}]\\p{N}+)*|\\p{L}+\\p{No}?`, 'gu')

/** Numbers and words of a text that `legible` has gone over. */
export const tokensOf = (text: string): Token[] =>
  Array.from(text.matchAll(TOKEN), ({ 0: found, index }) => ({
    text: found,
    word: folded(found),
    start: index,
    end: index + found.length,
    isNumeral: /^\p{N}/u.test(found),
  }))

/** The text as it is seen: no invisible characters, no markup between digits, spaces, separators and
 * decimal digits of any script as in Latin. */
export const legible = (text: string): string =>
  text
    .replace(/[\p{M}\p{Cf}\p{DI}]/gu, '')
    .replace(/(?<=\p{N})[*_`~\\]{1,6}(?=\p{N})/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u066c\uff0c]/g, ',')
    .replace(/[\u066b\uff0e]/g, '.')
    .replace(/\p{Nd}/gu, (digit) => (digit <= '9' ? digit : latin(digit)))

const known = new Map<string, string>()

/** Digits of other scripts stand in runs of ten, so a digit's value is its place in its run. */
const latin = (digit: string): string => {
  const found = known.get(digit)
  if (found !== undefined) return found
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  const value = String((code - zero) % 10)
  known.set(digit, value)
  return value
}
