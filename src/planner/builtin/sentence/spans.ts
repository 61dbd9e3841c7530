import { addDays, type Day, isDay, MONTHS, makeDay, windowWords } from '../words/index.ts'
import { matched, type Syntax } from './syntax.ts'

/** A half-open range of days; an open end is null. */
interface Span {
  readonly from: Day | null
  readonly to: Day | null
}

const DAY = String.raw`\d{1,2}(?: \p{L}+(?: \d{4})?)?`
const SPAN = new RegExp(String.raw`in \d{4}|(?:on|since|before) ${DAY}|from ${DAY} to ${DAY}`, 'uiy')

/** `31 October 2026`. */
const dayOf = (words: readonly string[]): Day | null => {
  const [day, month = '', year] = words
  const index = MONTHS.map(String).indexOf(month)
  const made = index < 0 || year === undefined ? '' : makeDay(Number(year), index, Number(day))
  return isDay(made) ? made : null
}

/** Fields missing from the first day are taken from the last: `1 to 31 October 2026`. */
const spanOf = (text: string): Span | null => {
  const [lead = '', ...words] = text.toLowerCase().split(' ')
  const to = words.indexOf('to')
  const last = words.slice(to + 1)
  const [first, end] = [dayOf(to < 0 ? last : [...words.slice(0, to), ...last.slice(to)]), dayOf(last)]
  const year = Number(words[0])
  if (lead === 'in') return { from: makeDay(year, 0, 1), to: makeDay(year + 1, 0, 1) }
  if (first === null || end === null) return null
  switch (lead) {
    case 'since':
      return { from: first, to: null }
    case 'before':
      return { from: null, to: first }
    default:
      return { from: first, to: addDays(end, 1) }
  }
}

/** `in 2025`, `from 1 to 31 October 2026`. */
export const span: Syntax<Span> = matched(SPAN, spanOf, ({ from, to }) => windowWords(from, to) || null)
