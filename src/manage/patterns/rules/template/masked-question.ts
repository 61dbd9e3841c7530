import { isDateOrTime } from './constants.ts'

export type MaskPlaceholder = '<name>' | '<number>' | '<date>'

interface Part {
  readonly text: string
  readonly kind: 'kept' | 'between' | 'hidden'
}

/** The rest of a longer question is not sent to a model. */
const READ_MAX = 1_000
const PARTS = /[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]/gu
/** Punctuation; any other sign may be data of a tenant. */
const SIGNS = new Set(' .,;:?!()[]"\'“”„‘’«»-–—/&%€$£+*=<>#@…¿¡|_')

/**
 * A question with a placeholder for each run of words that are not allowed. Linear in the text.
 *
 * @param isAllowed is called with each word as written, and with whether its capital letter may make it a proper name
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
      masked += (hidden === '' ? '' : placeholderFor(hidden)) + between + part
      ;[hidden, between] = ['', '']
    }
  }
  return masked
}

/** Whether a word is capitalized inside a sentence, as in "invoices of April Wells"; not "21 April", "April 2026", "in April". */
const mayBeName = (text: string, start: number, word: string): boolean => {
  if (!/^\p{Lu}/u.test(word) || word === 'I') return false
  const before = text.slice(Math.max(0, start - CONTEXT_LENGTH), start)
  const after = text.slice(start + word.length, start + word.length + CONTEXT_LENGTH)
  const isFirst = /(?:^|[.?!] )[^\p{L}\p{N}]*$/u.test(before)
  const isDate = /\d(?:st|nd|rd|th|\.)? $/.test(before) || /^,? \d/.test(after)
  const isMonth = / (?:in|since|until|during|by|on|last|every) $/i.test(before) && !/^ ?\p{Lu}/u.test(after)
  return !isFirst && !(TIME.test(word) && (isDate || isMonth))
}

/** Number of characters before and after a word that decide whether it is a date. */
const CONTEXT_LENGTH = 12
const TIME =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)$/i

/** The placeholder for a text. */
export const placeholderFor = (text: string): MaskPlaceholder => {
  if (isDateOrTime(text)) return '<date>'
  return /\d/.test(text) && !/[^\d\s.,:/-]/.test(text) ? '<number>' : '<name>'
}
