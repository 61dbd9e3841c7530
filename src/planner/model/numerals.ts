import { SPACES } from './number-tokens.ts'

/** A possible value of a written number. */
export interface Reading {
  readonly value: number
  /** The unit of its last place: 0.01 for 3.14, 100,000 for "1.2 million". */
  readonly step: number
  /** The less likely reading of "1,234": only for values with three decimals, or 800 could be written "800,000". */
  readonly onlyThousandths?: boolean
  /** Valid only if this word occurs too. */
  readonly needs?: string
  /** True if the word has no value that could be looked up. */
  readonly isWord?: boolean
}

/** A claim that is valid only if the same word occurs. */
export const wordReading = (word: string): Reading => ({ value: 0, step: 0, needs: word, isWord: true })

/** One number in a digit sequence, at offset `start`. */
interface Numeral {
  readonly text: string
  readonly start: number
}

const GROUPS_MAX = 8

/** The numbers in a sequence: "1.234,5" is one, "37 63" are two, "31.10.2026" are three. */
export const numeralsOf = (stretch: string): Numeral[] => {
  if (/^\d+$/.test(stretch)) return [{ text: stretch, start: 0 }]
  const groups = Array.from(stretch.matchAll(/\p{N}+/gu), ({ 0: text, index }) => ({ text, start: index }))
  const mark = (at: number) => stretch[(groups[at]?.start ?? 0) - 1] ?? ''
  const length = (at: number) => groups[at]?.text.length ?? 0
  const isDate = (at: number) =>
    length(at) <= 2 &&
    length(at + 1) <= 2 &&
    length(at + 2) === 4 &&
    './'.includes(mark(at + 1)) &&
    './'.includes(mark(at + 2))
  const lastOf = (at: number): number => {
    let last = at
    if (length(at) <= 3)
      for (let to = at + 1; to <= at + GROUPS_MAX && mark(to) !== '/' && [2, 3].includes(length(to)); to += 1)
        if (length(to) === 3) last = to
    return ',.'.includes(mark(last + 1)) && length(last + 1) > 0 ? last + 1 : last
  }
  const found: Numeral[] = []
  for (let at = 0; at < groups.length; ) {
    const last = isDate(at) ? at : lastOf(at)
    const [first, end] = [groups[at], groups[last]]
    if (first === undefined || end === undefined) break
    const parts = isDate(at)
      ? groups.slice(at, at + 3)
      : [{ ...first, text: stretch.slice(first.start, end.start + end.text.length) }]
    found.push(...parts)
    at = isDate(at) ? at + 3 : last + 1
  }
  return found
}

/** Possible values of a number in digits; empty if a character has no certain value ("5²"). */
export const numeralReadings = (numeral: string, isHedged: () => boolean): Reading[] =>
  /^[\d.,\s'’]+$/.test(numeral) ? digitReadings(numeral, isHedged) : otherReadings(numeral)

const SPACE = new RegExp(`[${SPACES}]`, 'g')

const digitReadings = (numeral: string, isHedged: () => boolean): Reading[] => {
  const text = numeral.replace(SPACE, '')
  const separators = text.replace(/\d/g, '')
  const last = separators.at(-1)
  if (last === undefined) return [whole(text, isHedged)]
  const thousands = whole(text.replace(/[.,]/g, ''), isHedged)
  if (separators.length > 1 && separators === last.repeat(separators.length)) return [thousands]
  const at = text.lastIndexOf(last)
  const decimals = text.slice(at + 1)
  const value = Number(`${text.slice(0, at).replace(/[.,]/g, '')}.${decimals}`)
  const decimal = { value, step: 10 ** -decimals.length }
  return separators.length === 1 && decimals.length === 3 && at <= 3
    ? [{ ...decimal, onlyThousandths: true }, thousands]
    : [decimal]
}

/** "About 1,200" may be rounded to hundreds; without such a word only to the unit. */
const whole = (digits: string, isHedged: () => boolean): Reading => {
  let zeros = 0
  if (digits.length > 2 && digits.endsWith('0') && isHedged())
    while (zeros < digits.length - 2 && digits.at(-1 - zeros) === '0') zeros += 1
  return { value: Number(digits), step: 10 ** zeros }
}

/** Fractions ("½", "1½") and circled or superscript digits ("⑫"); a mixture has no certain value. */
const otherReadings = (numeral: string): Reading[] => {
  const [, before = '', other = ''] = /^(\d{0,15})([\p{No}\p{Nl}]{1,15})$/u.exec(numeral) ?? []
  const plain = other.normalize('NFKC')
  const [, over, under] = /^(\d{1,3})⁄(\d{1,3})$/.exec(plain) ?? []
  if (over !== undefined && under !== undefined)
    return [{ value: Number(before) + Number(over) / Number(under), step: 1e-9 }]
  return before === '' && /^\d{1,15}$/.test(plain) ? [{ value: Number(plain), step: 1 }] : []
}
