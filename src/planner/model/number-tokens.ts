import { folded } from './quantity-words.ts'

/** A sequence of digits with separators, or a word. */
export interface Token {
  readonly text: string
  /** Normalized for look-up. */
  readonly word: string
  readonly start: number
  readonly end: number
  readonly isNumeral: boolean
}

/** Separators between digits of one number. */
export const SPACES = "'’ "

const TOKEN = new RegExp(`\\p{N}+(?:[.,/${SPACES}]\\p{N}+)*|\\p{L}+\\p{No}?`, 'gu')

/** Numbers and words of a text from `legible`. */
export const tokensOf = (text: string): Token[] =>
  Array.from(text.matchAll(TOKEN), ({ 0: found, index }) => ({
    text: found,
    word: folded(found),
    start: index,
    end: index + found.length,
    isNumeral: /^\p{N}/u.test(found),
  }))

/** The visible text: no invisible characters, no markup between digits, and ASCII spaces, separators and decimal digits for those of any script. */
export const legible = (text: string): string =>
  text
    .replace(/[\p{M}\p{Cf}\p{DI}]/gu, '')
    .replace(/(?<=\p{N})[*_`~\\]{1,6}(?=\p{N})/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u066c\uff0c]/g, ',')
    .replace(/[\u066b\uff0e]/g, '.')
    .replace(/\p{Nd}/gu, (digit) => (digit <= '9' ? digit : latin(digit)))

const known = new Map<string, string>()

/** Digits of other scripts come in Unicode runs of ten, so a digit's value is its offset in the run. */
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
