import { SMALL_NUMBERS, type Token } from '../../../knowledge/words/index.ts'
import {
  addDays,
  addMonths,
  addUnits,
  type Day,
  isDay,
  MONTHS,
  makeDay,
  monthOf,
  startOf,
  type Unit,
  weekday,
  yearOf,
} from './calendar.ts'

/** A period named by `length` tokens; `to` is the first day after it. */
export interface Period {
  readonly length: number
  readonly from: Day
  readonly to: Day
  readonly unit: Unit
  /** True if a year was named: "March 2025", not "March". */
  readonly dated: boolean
}

/** The context of a period: `future` is true for columns with future dates, such as due dates. */
export interface PeriodContext {
  readonly today: Day
  readonly future: boolean
}

const UNITS: readonly Unit[] = ['day', 'week', 'month', 'quarter', 'year']
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const ORDINALS = ['first', 'second', 'third', 'fourth']
const SHIFTS: ReadonlyMap<string, number> = new Map([
  ['this', 0],
  ['current', 0],
  ['last', -1],
  ['previous', -1],
  ['past', -1],
  ['next', 1],
  ['coming', 1],
  ['upcoming', 1],
])

const isUnit = (word: string | undefined): word is Unit => UNITS.some((unit) => unit === word)

/** The unit that a word names, singular or plural. */
export const unitOf = (token: Token | undefined): Unit | undefined =>
  UNITS.find((unit) => token?.lower === unit || token?.lower === `${unit}s`)

/** A count in digits or as one word. */
export const smallNumber = (token: Token | undefined): number | undefined => {
  if (token === undefined || token.quoted) return undefined
  if (token.number !== undefined) return token.number
  return token.lower === 'hundred' ? 100 : SMALL_NUMBERS.get(token.lower)
}

/** Maximum of words in one period. */
const WORDS_MAX = 9

/** The words from a token on, separated by single spaces; ends at quoted text. */
export const textAt = (tokens: readonly Token[], start: number): string =>
  tokens
    .slice(start, start + WORDS_MAX)
    .map(({ quoted, lower, number }) => (quoted ? '"' : lower.includes(' ') ? `${number ?? ''}` : lower))
    .join(' ')

export const wordsIn = (text: string): number => text.split(' ').length

/** A count of units: "3", "three", "a", "the last couple of". */
export const countOf = (word = ''): number | undefined => {
  if (/^\d+(\.\d+)?$/.test(word)) return Number(word)
  return word === 'a' || word === 'an' ? 1 : word === 'couple' ? 2 : word === 'few' ? 3 : SMALL_NUMBERS.get(word)
}

type Span = Omit<Period, 'length'>

const span = (unit: Unit, from: Day, to: Day, dated = true): Span => ({ unit, from, to, dated })

const whole = (unit: Unit, day: Day, dated = true): Span => {
  const from = startOf(unit, day)
  return span(unit, from, addUnits(unit, from, 1), dated)
}

/** The latest such period that has begun, or the next one for future dates. */
const nearest = ({ today, future }: PeriodContext, make: (year: number) => Day, unit: Unit): Day => {
  const day = make(yearOf(today))
  if (future) return addUnits(unit, day, 1) <= today ? make(yearOf(today) + 1) : day
  return day > today ? make(yearOf(today) - 1) : day
}

/** `2025`, `last year`. */
const yearNamed = (written: string | undefined, today: Day): number | undefined => {
  if (written === undefined) return undefined
  return /^\d/.test(written) ? Number(written) : yearOf(today) - (/^(last|previous)/.test(written) ? 1 : 0)
}

const monthNamed = (word = ''): number => MONTHS.findIndex((month) => month.startsWith(word))

const dayIn = (month: number, day: number, written: string | undefined, when: PeriodContext): Span | undefined => {
  const year = yearNamed(written, when.today)
  if (day < 1 || day > 31) return undefined
  if (year === undefined)
    return whole(
      'day',
      nearest(when, (one) => makeDay(one, month, day), 'day'),
      false,
    )
  const made = makeDay(year, month, day)
  return monthOf(made) === month ? whole('day', made) : undefined
}

const dayNamed = (year: string, month = '', day = ''): Span | undefined => {
  const named = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(named) ? whole('day', named) : undefined
}

/** The input of a period rule: groups of its pattern, the day of the question, and the words around. */
interface Spot extends PeriodContext {
  readonly groups: readonly (string | undefined)[]
  readonly before: string
  readonly isCapital: boolean
}

const YEAR = '((?:19|20)\\d\\d)'
const UNIT = `(${UNITS.join('|')})`
const SHIFT = `(?:the )?(${[...SHIFTS.keys()].join('|')})`
const MONTH = `(${MONTHS.flatMap((month) => [month, month.slice(0, 3)]).join('|')}|sept)`
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?'
/** The year after a month or quarter. */
const OF_YEAR = '(?:(?: (?:of|in|,))?(?: the)? ((?:19|20)\\d\\d|(?:last|previous|this|current) year))?'
/** "2000 euros" is an amount. */
const AMOUNT = '(?! (?:€|\\$|£|eur|euros?|usd|dollars?|pounds?|units?|pieces|points?|%|percent|days|minutes|hours)\\b)'
/** "Over 2000" is an amount as well. */
const BOUNDING = /^(than|above|under|below|least|most|exceeding|over|exactly|beyond|[<>]?=|[<>])$/
const BEFORE_MONTH = /^(in|since|of|during|for|until|before|after|and|to|from|between|vs)$/

/** The first match wins. */
const RULES: readonly (readonly [pattern: string, read: (spot: Spot) => Span | undefined])[] = [
  ['(?:the )?day before yesterday', ({ today }) => whole('day', addDays(today, -2))],
  [
    '(today|yesterday|tomorrow)',
    ({ today, groups: [word] }) => whole('day', addDays(today, word === 'today' ? 0 : word === 'tomorrow' ? 1 : -1)),
  ],
  [
    `(?:${UNIT} to date|so far this ${UNIT}|this ${UNIT} so far)`,
    ({ today, groups }) => {
      const unit = groups.find(isUnit)
      return unit && span(unit, startOf(unit, today), addDays(today, 1))
    },
  ],
  [
    `(?:the )?${UNIT} before last`,
    ({ today, groups: [unit] }) => (isUnit(unit) ? whole(unit, addUnits(unit, startOf(unit, today), -2)) : undefined),
  ],
  [
    // Counted from today, inclusive.
    `${SHIFT} (\\S+)(?: of)? ${UNIT}s?`,
    ({ today, groups: [shift = '', word, unit] }) => {
      const [count, side] = [countOf(word), SHIFTS.get(shift) ?? 0]
      if (side === 0 || count === undefined || !isUnit(unit)) return undefined
      return side > 0
        ? span(unit, today, addUnits(unit, today, count))
        : span(unit, addUnits(unit, today, -count), addDays(today, 1))
    },
  ],
  [
    `(\\S+) ${UNIT}s? ago`,
    ({ today, groups: [word, unit] }) => {
      const count = countOf(word)
      return count === undefined || !isUnit(unit) ? undefined : whole(unit, addUnits(unit, today, -count))
    },
  ],
  [
    `(?:(q)([1-4])|(h)([12])|(?:the )?(${ORDINALS.join('|')}) (quarter|half))${OF_YEAR}`,
    ({ groups: [q, quarter, h, half, ordinal = '', named, written], ...when }) => {
      const months = h !== undefined || named === 'half' ? 6 : 3
      const index = q === undefined && h === undefined ? ORDINALS.indexOf(ordinal) : Number(quarter ?? half) - 1
      if (index * months >= 12) return undefined
      const make = (year: number): Day => makeDay(year, index * months, 1)
      const year = yearNamed(written, when.today)
      const from = year === undefined ? nearest(when, make, 'quarter') : make(year)
      return span('quarter', from, addMonths(from, months), year !== undefined)
    },
  ],
  [
    `${SHIFT} ${UNIT}`,
    ({ today, groups: [shift = '', unit] }) => {
      if (!isUnit(unit)) return undefined
      return shift === 'past' && unit !== 'day'
        ? span(unit, addUnits(unit, today, -1), addDays(today, 1))
        : whole(unit, addUnits(unit, startOf(unit, today), SHIFTS.get(shift) ?? 0))
    },
  ],
  [
    `${SHIFT} ${MONTH}`,
    ({ today, groups: [shift = '', month] }) => {
      const [day, side] = [makeDay(yearOf(today), monthNamed(month), 1), SHIFTS.get(shift) ?? 0]
      const isPassed = startOf('month', today) > day
      return whole('month', addMonths(day, side < 0 && !isPassed ? -12 : side > 0 && isPassed ? 12 : 0))
    },
  ],
  [
    `(?:the )?${DAY}(?: of)? ${MONTH}${OF_YEAR}`,
    ({ groups: [day, month, written], ...when }) => dayIn(monthNamed(month), Number(day), written, when),
  ],
  [
    `${MONTH} ${DAY}${OF_YEAR}`,
    ({ groups: [month, day, written], ...when }) => dayIn(monthNamed(month), Number(day), written, when),
  ],
  [
    `${MONTH}${OF_YEAR}`,
    ({ groups: [word, written], before, isCapital, ...when }) => {
      const [month, year] = [monthNamed(word), yearNamed(written, when.today)]
      if (year !== undefined) return whole('month', makeDay(year, month, 1))
      // "May" and "march" are also verbs: alone they need a capital.
      if (/^ma/.test(word ?? '') && !isCapital && !BEFORE_MONTH.test(before)) return undefined
      return whole(
        'month',
        nearest(when, (one) => makeDay(one, month, 1), 'month'),
        false,
      )
    },
  ],
  ['(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})', ({ groups: [year = '', month, day] }) => dayNamed(year, month, day)],
  [
    // In a date with slashes the first number is the month, if it can be.
    '(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d\\d)',
    ({ groups: [first, mark, second, written = ''] }) => {
      const year = written.length === 4 ? written : `20${written}`
      return mark === '.' || Number(first) > 12 ? dayNamed(year, second, first) : dayNamed(year, first, second)
    },
  ],
  [`year ${YEAR}`, ({ groups: [year] }) => whole('year', makeDay(Number(year), 0, 1))],
  [
    `${YEAR}${AMOUNT}`,
    ({ groups: [year], before }) => (BOUNDING.test(before) ? undefined : whole('year', makeDay(Number(year), 0, 1))),
  ],
  [
    `(?:${SHIFT} )?(${WEEKDAYS.join('|')})`,
    ({ today, groups: [shift = '', day = ''] }) => {
      const side = SHIFTS.get(shift) ?? 0
      const back = (weekday(today) - WEEKDAYS.indexOf(day) + 7) % 7
      if (side > 0) return whole('day', addDays(today, 7 - back))
      return whole('day', addDays(today, -(back === 0 && side < 0 ? 7 : back)))
    },
  ],
]

const READERS = RULES.map(([pattern, read]) => ({ pattern: new RegExp(`^${pattern}(?= |$)`), read }))

/** The period named by the tokens from `start` on. */
export const periodAt = (tokens: readonly Token[], start: number, when: PeriodContext): Period | undefined => {
  const text = textAt(tokens, start)
  const around = { before: tokens[start - 1]?.lower ?? '', isCapital: tokens[start]?.capital === true }
  for (const { pattern, read } of READERS) {
    const [written, ...groups] = pattern.exec(text) ?? []
    const found = written === undefined ? undefined : read({ ...when, ...around, groups })
    if (written !== undefined && found !== undefined) return { ...found, length: wordsIn(written) }
  }
  return undefined
}

export const NUMBER_WORDS: readonly string[] = [...SMALL_NUMBERS.keys(), 'hundred', 'once', 'twice', 'thrice']

/** All words of the time grammar, for spelling correction. */
export const DAY_WORDS: readonly string[] = [
  ...MONTHS,
  ...WEEKDAYS,
  ...UNITS.flatMap((unit) => [unit, `${unit}s`]),
  ...SHIFTS.keys(),
  'today',
  'yesterday',
  'tomorrow',
]
