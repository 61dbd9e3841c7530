import { isHedged, isScaled, NumberContext } from './number-context.ts'
import { legible, type Token, tokensOf } from './number-tokens.ts'
import { numeralReadings, numeralsOf, type Reading, wordReading } from './numerals.ts'
import {
  FRACTION_LEADS,
  FRACTION_WORDS,
  HALF_PERIOD_LEADS,
  isAlsoUnit,
  isCompoundNumber,
  isShortMagnitude,
  isUnitLike,
  isUnitWord,
  MAGNITUDES,
  NUMBER_WORDS,
  QUANTITY_WORDS,
  SPANISH_MARKERS,
  SPANISH_ONLY,
} from './quantity-words.ts'

/** A number, or a word that claims one, in a text. */
interface WrittenNumber {
  /** Possible values: "1.234" is a thousand to some readers and a little more than one to others. Empty if they are unknown. */
  readonly readings: readonly Reading[]
  readonly near: NumberContext
}

/**
 * The numbers in a text: in digits of any script, with separators of any country, in words, and words that claim an
 * amount ("a million", "doubled", "half"). A word beside a number that may be a magnitude is part of it. Linear.
 */
export const numbersIn = (text: string): WrittenNumber[] => {
  const plain = legible(text)
  const tokens = tokensOf(plain)
  const isSpanish = tokens.some(({ word }) => SPANISH_MARKERS.has(word))
  const found: WrittenNumber[] = []
  for (let at = 0; at < tokens.length; ) {
    const near: Near = { plain, tokens, at, isSpanish }
    const read = tokens[at]?.isNumeral === true ? numeralAt(near) : wordAt(near)
    found.push(...read.numbers)
    at += read.tokens
  }
  return found
}

interface Near {
  readonly plain: string
  readonly tokens: readonly Token[]
  readonly at: number
  readonly isSpanish: boolean
}

interface Read {
  readonly numbers: readonly WrittenNumber[]
  /** Number of tokens used. */
  readonly tokens: number
}

const NOTHING: Read = { numbers: [], tokens: 1 }
const MAGNITUDES_MAX = 3

const numeralAt = ({ plain, tokens, at }: Near): Read => {
  const token = tokens[at]
  if (token === undefined) return NOTHING
  const parts = numeralsOf(token.text)
  let taken = 0
  const numbers = parts.map(({ text, start }, part): WrittenNumber => {
    const [from, to] = [token.start + start, token.start + start + text.length]
    const readings = numeralReadings(text, () => isHedged(plain, from))
    const near = new NumberContext(plain, from, to)
    if (isScaled(plain, from, to)) return { readings: [], near }
    if (readings.length === 0) return { readings: [wordReading(text)], near }
    if (part < parts.length - 1) return { readings, near }
    const whole = withMagnitude(readings, plain, tokens, at)
    taken = whole.taken
    return { readings: whole.readings, near }
  })
  return { numbers, tokens: 1 + taken }
}

/**
 * Applies the words after a number to its readings. Magnitudes multiply, and are consumed; a short word that may be a
 * magnitude makes the number valid only if that word occurs too.
 */
const withMagnitude = (readings: readonly Reading[], plain: string, tokens: readonly Token[], at: number) => {
  const unit = tokens[at + 1]
  const gap = gapAfter(plain, tokens, at)
  if (unit === undefined || unit.isNumeral || !isBeside(gap)) return { readings, taken: 0 }
  const onlyAsUnit = () => readings.map((reading) => ({ ...reading, needs: unit.word }))
  if (!MAGNITUDES.has(unit.word))
    return { readings: isUnit(unit, tokens[at + 2], gap === '') ? onlyAsUnit() : readings, taken: 0 }
  let taken = 0
  let meant = [...readings]
  while (taken < MAGNITUDES_MAX && isBeside(gapAfter(plain, tokens, at + taken))) {
    const factors = MAGNITUDES.get(tokens[at + taken + 1]?.word ?? '')
    if (factors === undefined) break
    meant = meant.flatMap((reading) => factors.map((factor) => times(reading, factor)))
    taken += 1
  }
  return { readings: isAlsoUnit(unit.word) ? [...meant, ...onlyAsUnit()] : meant, taken }
}

const BESIDE = /^[\s-]?\p{Sc}?\s?$/u
const isBeside = (gap: string): boolean => gap === '' || gap === ' ' || BESIDE.test(gap)

const gapAfter = (plain: string, tokens: readonly Token[], at: number): string => {
  const [left, right] = [tokens[at], tokens[at + 1]]
  return left === undefined || right === undefined ? '…' : plain.slice(left.end, right.start)
}

/** Between digits only the "T" of a time is a separator: "8e5" is a power. */
const isUnit = (token: Token, next: Token | undefined, isAttached: boolean): boolean =>
  isAttached && next?.isNumeral === true && next.start === token.end
    ? token.text !== 'T'
    : isUnitLike(token.word, isAttached)

const times = (reading: Reading, factor: number): Reading => {
  const value = reading.value * factor
  // "One thousand" is never used for 800: a single digit counts as two significant digits.
  return { ...reading, value, step: Math.min(reading.step * factor, value / 10) }
}

const ARTICLES = new Set('a an one ein eine einer einem einen un une una uno um uma een en'.split(' '))

const wordAt = (near: Near): Read => {
  const { plain, tokens, at } = near
  const token = tokens[at]
  if (token === undefined) return NOTHING
  const number = (readings: readonly Reading[], last: number): Read => ({
    numbers: [{ readings, near: new NumberContext(plain, token.start, tokens[last]?.end ?? token.end) }],
    tokens: last - at + 1,
  })
  if (ARTICLES.has(token.word)) {
    // "One" alone is rarely a number.
    const { readings, taken } = withMagnitude([{ value: 1, step: 1 }], plain, tokens, at)
    return taken === 0 || isShortMagnitude(tokens[at + 1]?.word ?? '') ? NOTHING : number(readings, at + taken)
  }
  const value = NUMBER_WORDS.get(token.word)
  if (value !== undefined && !isOtherWord(near)) {
    const next = tokens[at + 1]?.word ?? ''
    const isSum = value >= 20 && isUnitWord(next) && /^[\s-]$/.test(gapAfter(plain, tokens, at))
    const sum = value + (isSum ? (NUMBER_WORDS.get(next) ?? 0) : 0)
    const last = isSum ? at + 1 : at
    const { readings, taken } = withMagnitude([{ value: sum, step: Math.min(sum, 1) }], plain, tokens, last)
    return number(readings, last + taken)
  }
  return claimsAmount(near) ? number([wordReading(token.word)], at) : NOTHING
}

/** "Sept 2026" is a month, "dos" another word in Portuguese. */
const isOtherWord = ({ tokens, at, isSpanish }: Near): boolean => {
  const word = tokens[at]?.word ?? ''
  if (word === 'sept') return tokens[at - 1]?.isNumeral === true || tokens[at + 1]?.isNumeral === true
  return SPANISH_ONLY.has(word) && !isSpanish
}

const PER = new Set(['per', 'pour', 'por', 'pro'])

/** Whether a word alone claims an amount that would have to be checked. */
const claimsAmount = ({ plain, tokens, at }: Near): boolean => {
  const token = tokens[at]
  const before = tokens[at - 1]
  if (token === undefined) return false
  const { word } = token
  if (QUANTITY_WORDS.has(word) || isCompoundNumber(word) || /^\p{L}+\p{No}$/u.test(token.text)) return true
  if (MAGNITUDES.has(word)) {
    if (!isShortMagnitude(word)) return !PER.has(before?.word ?? '')
    return /\p{Sc}/u.test(`${plain[token.start - 1] ?? ''}${plain[token.end] ?? ''}`)
  }
  if (word === 'half') return !HALF_PERIOD_LEADS.has(before?.word ?? '')
  return FRACTION_WORDS.has(word) && FRACTION_LEADS.has(before?.word ?? '')
}
