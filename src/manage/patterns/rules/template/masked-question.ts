import { isMoment } from './constants.ts'

export type Place = '<name>' | '<number>' | '<date>'

interface Part {
  readonly text: string
  readonly kind: 'kept' | 'between' | 'hidden'
}

/** A question is read as far as it is told to a model at all. */
const READ_MAX = 1_000
const PARTS = /[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]/gu
/** Signs of writing; all others may be somebody's. */
const SIGNS = new Set(' .,;:?!()[]"\'“”„‘’«»-–—/&%€$£+*=<>#@…¿¡|_')

/**
 * A question with a place for each word that is not allowed, and one for several of them in a row. Linear in the text.
 *
 * @param isAllowed asked of letters and digits between signs and spaces, as they are written, and whether a capital may make them a
 *   name
 */
export const maskedQuestion = (question: string, isAllowed: (word: string, mayBeName: boolean) => boolean): string => {
  const text = question.slice(0, READ_MAX).normalize('NFKC').replace(/\s+/g, ' ').trim()
  const parts = [...text.matchAll(PARTS)].map(({ 0: part, index }): Part => {
    if (/^[\p{L}\p{M}\p{N}]/u.test(part))
      return { text: part, kind: isAllowed(part, mayBeName(text, index, part)) ? 'kept' : 'hidden' }
    return { text: part, kind: SIGNS.has(part) ? 'between' : 'hidden' }
  })
  let [masked, hidden, between] = ['', '', '']
  for (const { text: part, kind } of [...parts, { text: '', kind: 'kept' as const }]) {
    if (kind === 'between') between += part
    else if (kind === 'hidden') {
      if (hidden === '') masked += between
      hidden = hidden === '' ? part : hidden + between + part
      between = ''
    } else {
      masked += (hidden === '' ? '' : placeOf(hidden)) + between + part
      ;[hidden, between] = ['', '']
    }
  }
  return masked
}

/** A capital inside a sentence, as in "invoices of April Wells"; not in "21 April", "April 2026" or "in April". */
const mayBeName = (text: string, start: number, word: string): boolean => {
  if (!/^\p{Lu}/u.test(word) || word === 'I') return false
  const before = text.slice(Math.max(0, start - BESIDE), start)
  const after = text.slice(start + word.length, start + word.length + BESIDE)
  const isFirst = /(?:^|[.?!] )[^\p{L}\p{N}]*$/u.test(before)
  const isDate = /\d(?:st|nd|rd|th|\.)? $/.test(before) || /^,? \d/.test(after)
  const isMonth = / (?:in|since|until|during|by|on|last|every) $/i.test(before) && !/^ ?\p{Lu}/u.test(after)
  return !isFirst && !(TIME.test(word) && (isDate || isMonth))
}

/** So many characters beside a word say whether it is a date. */
const BESIDE = 12
const TIME =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)$/i

/** What a text gives way to. */
export const placeOf = (text: string): Place => {
  if (isMoment(text)) return '<date>'
  return /\d/.test(text) && !/[^\d\s.,:/-]/.test(text) ? '<number>' : '<name>'
}
