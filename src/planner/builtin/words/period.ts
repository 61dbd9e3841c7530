import { SMALL_NUMBERS, type Token } from '../../../words/index.ts'
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

/** A stretch of days named by `length` tokens; `to` is the first day after it. */
export interface Period {
  readonly length: number
  readonly from: Day
  readonly to: Day
  readonly unit: Unit
  /** True when a year was said: "March 2025", not "March". */
  readonly dated: boolean
}

/** Where a period is looked for: `future` is true for things that lie ahead, such as due dates. */
export interface When {
  readonly today: Day
  readonly future: boolean
}

const UNITS: ReadonlyMap<string, Unit> = new Map([
  ['day', 'day'],
  ['days', 'day'],
  ['week', 'week'],
  ['weeks', 'week'],
  ['month', 'month'],
  ['months', 'month'],
  ['quarter', 'quarter'],
  ['quarters', 'quarter'],
  ['year', 'year'],
  ['years', 'year'],
])

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const ORDINALS = ['first', 'second', 'third', 'fourth']
/** The unit that a word names, singular or plural. */
export const unitOf = (token: Token | undefined): Unit | undefined =>
  token === undefined ? undefined : UNITS.get(token.lower)

/** A count said in digits or as one word. */
export const smallNumber = (token: Token | undefined): number | undefined => {
  if (token === undefined || token.quoted) return undefined
  if (token.number !== undefined) return token.number
  return token.lower === 'hundred' ? 100 : SMALL_NUMBERS.get(token.lower)
}

const period = (length: number, unit: Unit, from: Day, to: Day, dated = true): Period => ({
  length,
  unit,
  from,
  to,
  dated,
})

const whole = (length: number, unit: Unit, day: Day, dated = true): Period => {
  const from = startOf(unit, day)
  return period(length, unit, from, addUnits(unit, from, 1), dated)
}

const lowerAt = (tokens: readonly Token[], i: number): string => {
  const token = tokens[i]
  return token === undefined || token.quoted ? '' : token.lower
}

/** A calendar year in digits. */
const yearAt = (tokens: readonly Token[], i: number): number | undefined => {
  const lower = lowerAt(tokens, i)
  return /^(19|20)\d\d$/.test(lower) ? Number(lower) : undefined
}

/** `2025`, `of 2025`, `last year`, `of this year` after a month or quarter. */
const yearAfter = (tokens: readonly Token[], at: number, today: Day): { length: number; year: number } | undefined => {
  let i = at
  if (['of', 'in', ','].includes(lowerAt(tokens, i))) i++
  const year = yearAt(tokens, i)
  if (year !== undefined) return { length: i + 1 - at, year }
  if (lowerAt(tokens, i) === 'the') i++
  const relative = ['last', 'previous', 'this', 'current'].indexOf(lowerAt(tokens, i))
  if (relative < 0 || lowerAt(tokens, i + 1) !== 'year') return undefined
  return { length: i + 2 - at, year: yearOf(today) - (relative < 2 ? 1 : 0) }
}

const monthIndex = (word: string): number => {
  const index = MONTHS.findIndex((month) => month === word || (month.slice(0, 3) === word && word !== 'may'))
  return index < 0 && word === 'sept' ? 8 : index
}

/** The latest such stretch that has begun, or the next one when things lie ahead. */
const nearest = ({ today, future }: When, make: (year: number) => Day, unit: Unit): Day => {
  const day = make(yearOf(today))
  if (future) return addUnits(unit, day, 1) <= today ? make(yearOf(today) + 1) : day
  return day > today ? make(yearOf(today) - 1) : day
}

const dayNumber = (tokens: readonly Token[], i: number): number | undefined => {
  const match = /^(\d{1,2})(st|nd|rd|th)?$/.exec(lowerAt(tokens, i))
  const value = match === null ? 0 : Number(match[1])
  return value >= 1 && value <= 31 ? value : undefined
}

const realDay = (year: number, month: number, day: number): Day | undefined => {
  const made = makeDay(year, month, day)
  return monthOf(made) === month ? made : undefined
}

const dayOfMonthPeriod = (
  tokens: readonly Token[],
  spot: { length: number; next: number },
  date: { month: number; day: number },
  when: When,
): Period | undefined => {
  const said = yearAfter(tokens, spot.next, when.today)
  const year = said?.year
  const day =
    year === undefined
      ? nearest(when, (y) => makeDay(y, date.month, date.day), 'day')
      : realDay(year, date.month, date.day)
  return day === undefined ? undefined : whole(spot.length + (said?.length ?? 0), 'day', day, year !== undefined)
}

/** `March`, `March 2025`, `March 5th, 2025`, `5 March`, `the 5th of March 2025`. */
const monthPeriod = (tokens: readonly Token[], i: number, when: When): Period | undefined => {
  const skip = lowerAt(tokens, i) === 'the' ? 1 : 0
  const before = dayNumber(tokens, i + skip)
  if (before !== undefined) {
    const at = i + skip + 1 + (lowerAt(tokens, i + skip + 1) === 'of' ? 1 : 0)
    const month = monthIndex(lowerAt(tokens, at))
    if (month < 0) return undefined
    return dayOfMonthPeriod(tokens, { length: at + 1 - i, next: at + 1 }, { month, day: before }, when)
  }
  const month = monthIndex(lowerAt(tokens, i))
  if (month < 0) return undefined
  const day = dayNumber(tokens, i + 1)
  if (day !== undefined) return dayOfMonthPeriod(tokens, { length: 2, next: i + 2 }, { month, day }, when)
  const said = yearAfter(tokens, i + 1, when.today)
  if (said !== undefined) return whole(1 + said.length, 'month', makeDay(said.year, month, 1))
  // "may" and "march" are also verbs: alone they need a capital.
  if ((month === 4 || month === 2) && tokens[i]?.capital !== true && !precededByPreposition(tokens, i)) return undefined
  return whole(
    1,
    'month',
    nearest(when, (y) => makeDay(y, month, 1), 'month'),
    false,
  )
}

const precededByPreposition = (tokens: readonly Token[], i: number): boolean =>
  ['in', 'since', 'of', 'during', 'for', 'until', 'before', 'after', 'and', 'to', 'from', 'between', 'vs'].includes(
    lowerAt(tokens, i - 1),
  )

/** `Q2`, `Q2 2025`, `the second quarter of last year`, `first half of 2025`, `H1`. */
const quarterPeriod = (tokens: readonly Token[], i: number, when: When): Period | undefined => {
  const skip = lowerAt(tokens, i) === 'the' ? 1 : 0
  const word = lowerAt(tokens, i + skip)
  const following = lowerAt(tokens, i + skip + 1)
  const short = /^([qh])([1-4])$/.exec(word)
  const ordinal = Math.max(ORDINALS.indexOf(word), ['1st', '2nd', '3rd', '4th'].indexOf(word))
  const half = short === null ? following === 'half' : short[1] === 'h'
  const index =
    short !== null
      ? Number(short[2]) - 1
      : following === 'quarter' || following === 'half'
        ? ordinal
        : word === 'quarter' && /^[1-4]$/.test(following)
          ? Number(following) - 1
          : -1
  if (index < 0 || (half && index > 1)) return undefined
  const length = skip + (short === null ? 2 : 1)
  const said = yearAfter(tokens, i + length, when.today)
  const months = half ? 6 : 3
  const make = (year: number): Day => makeDay(year, index * months, 1)
  const from = said === undefined ? nearest(when, make, 'quarter') : make(said.year)
  return period(length + (said?.length ?? 0), 'quarter', from, addMonths(from, months), said !== undefined)
}

/** `last week`, `this quarter`, `next month`, `last Friday`, `last March`. */
const relativePeriod = (tokens: readonly Token[], i: number, today: Day): Period | undefined => {
  const skip = lowerAt(tokens, i) === 'the' ? 1 : 0
  const word = lowerAt(tokens, i + skip)
  const shift = SHIFTS.get(word)
  if (shift === undefined) return undefined
  const named = lowerAt(tokens, i + skip + 1)
  const unit = UNITS.get(named)
  const length = skip + 2
  if (unit !== undefined && !named.endsWith('s')) {
    if (word === 'past' && unit !== 'day') return period(length, unit, addUnits(unit, today, -1), addDays(today, 1))
    return whole(length, unit, addUnits(unit, startOf(unit, today), shift))
  }
  const month = monthIndex(named)
  if (month >= 0) {
    const day = makeDay(yearOf(today), month, 1)
    const passed = startOf('month', today) > day
    const years = shift < 0 ? (passed ? 0 : -1) : shift > 0 ? (passed ? 1 : 0) : 0
    return whole(length, 'month', addMonths(day, 12 * years))
  }
  if (named === 'weekend') {
    const saturday = addDays(startOf('week', today), 5 + 7 * shift)
    return period(length, 'day', saturday, addDays(saturday, 2))
  }
  return weekdayPeriod(named, length, today, shift)
}

const SHIFTS: ReadonlyMap<string, number> = new Map([
  ['this', 0],
  ['current', 0],
  ['last', -1],
  ['previous', -1],
  ['past', -1],
  ['prior', -1],
  ['next', 1],
  ['coming', 1],
  ['upcoming', 1],
  ['following', 1],
])

const weekdayPeriod = (word: string, length: number, today: Day, shift: number): Period | undefined => {
  const index = WEEKDAYS.indexOf(word)
  if (index < 0) return undefined
  const back = (weekday(today) - index + 7) % 7
  if (shift > 0) return whole(length, 'day', addDays(today, back === 0 ? 7 : 7 - back))
  return whole(length, 'day', addDays(today, -(back === 0 && shift < 0 ? 7 : back)))
}

/** `last 30 days`, `the past three months`, `next 2 weeks`: counted from today, which is included. */
const rollingPeriod = (tokens: readonly Token[], i: number, today: Day): Period | undefined => {
  const skip = lowerAt(tokens, i) === 'the' ? 1 : 0
  const shift = SHIFTS.get(lowerAt(tokens, i + skip))
  const word = lowerAt(tokens, i + skip + 1)
  const count = word === 'couple' ? 2 : word === 'few' ? 3 : smallNumber(tokens[i + skip + 1])
  if (shift === undefined || shift === 0 || count === undefined) return undefined
  const at = i + skip + 2 + (['of', 'full', 'calendar'].includes(lowerAt(tokens, i + skip + 2)) ? 1 : 0)
  const unit = unitOf(tokens[at])
  if (unit === undefined) return undefined
  const length = at + 1 - i
  if (shift > 0) return period(length, unit, today, addUnits(unit, today, count))
  if (lowerAt(tokens, at - 1) === 'full' || lowerAt(tokens, at - 1) === 'calendar') {
    const end = startOf(unit, today)
    return period(length, unit, addUnits(unit, end, -count), end)
  }
  return period(length, unit, addUnits(unit, today, -count), addDays(today, 1))
}

/** `3 days ago`, `a month ago`: the day, week, month … that contains that moment. */
const agoPeriod = (tokens: readonly Token[], i: number, today: Day): Period | undefined => {
  const count = ['a', 'an'].includes(lowerAt(tokens, i)) ? 1 : smallNumber(tokens[i])
  const unit = unitOf(tokens[i + 1])
  if (count === undefined || unit === undefined || lowerAt(tokens, i + 2) !== 'ago') return undefined
  return whole(3, unit === 'week' ? 'week' : unit, addUnits(unit, today, -count))
}

const FIXED_PHRASES: readonly (readonly [string, (today: Day) => Omit<Period, 'length'>])[] = [
  ['the day before yesterday', (t) => whole(0, 'day', addDays(t, -2))],
  ['day before yesterday', (t) => whole(0, 'day', addDays(t, -2))],
  ['year to date', (t) => period(0, 'year', startOf('year', t), addDays(t, 1))],
  ['month to date', (t) => period(0, 'month', startOf('month', t), addDays(t, 1))],
  ['quarter to date', (t) => period(0, 'quarter', startOf('quarter', t), addDays(t, 1))],
  ['week to date', (t) => period(0, 'week', startOf('week', t), addDays(t, 1))],
  ['so far this year', (t) => period(0, 'year', startOf('year', t), addDays(t, 1))],
  ['this year so far', (t) => period(0, 'year', startOf('year', t), addDays(t, 1))],
  ['so far this month', (t) => period(0, 'month', startOf('month', t), addDays(t, 1))],
  ['this month so far', (t) => period(0, 'month', startOf('month', t), addDays(t, 1))],
  ['so far this quarter', (t) => period(0, 'quarter', startOf('quarter', t), addDays(t, 1))],
  ['so far this week', (t) => period(0, 'week', startOf('week', t), addDays(t, 1))],
  ['ytd', (t) => period(0, 'year', startOf('year', t), addDays(t, 1))],
  ['mtd', (t) => period(0, 'month', startOf('month', t), addDays(t, 1))],
  ['qtd', (t) => period(0, 'quarter', startOf('quarter', t), addDays(t, 1))],
  ['today', (t) => whole(0, 'day', t)],
  ['tonight', (t) => whole(0, 'day', t)],
  ['yesterday', (t) => whole(0, 'day', addDays(t, -1))],
  ['tomorrow', (t) => whole(0, 'day', addDays(t, 1))],
]

const FIXED = FIXED_PHRASES.map(([phrase, make]) => ({ words: phrase.split(' '), make }))

/** `the year before last`, `the week before last`. */
const beforeLastPeriod = (tokens: readonly Token[], i: number, today: Day): Period | undefined => {
  const skip = lowerAt(tokens, i) === 'the' ? 1 : 0
  const unit = unitOf(tokens[i + skip])
  if (unit === undefined || lowerAt(tokens, i + skip + 1) !== 'before' || lowerAt(tokens, i + skip + 2) !== 'last')
    return undefined
  return whole(skip + 3, unit, addUnits(unit, startOf(unit, today), -2))
}

/** `the week of 2 March`. */
const weekOfPeriod = (tokens: readonly Token[], i: number, when: When): Period | undefined => {
  const skip = lowerAt(tokens, i) === 'the' ? 1 : 0
  if (lowerAt(tokens, i + skip) !== 'week' || lowerAt(tokens, i + skip + 1) !== 'of') return undefined
  const day = monthPeriod(tokens, i + skip + 2, when) ?? datePeriod(tokens, i + skip + 2)
  return day === undefined ? undefined : whole(skip + 2 + day.length, 'week', day.from)
}

const fixedPeriod = (tokens: readonly Token[], i: number, today: Day): Period | undefined => {
  for (const { words, make } of FIXED) {
    if (words.every((word, k) => lowerAt(tokens, i + k) === word)) return { ...make(today), length: words.length }
  }
  return undefined
}

/** `2025-03-15`, `2025/3/15`, `15.3.2025`, `3/15/2025`: of two numbers with a slash the first is the month, if it can be one. */
const datePeriod = (tokens: readonly Token[], i: number): Period | undefined => {
  const [, first = '', mark = '', second = '', third = ''] =
    /^(\d{1,2}|\d{4})([-/.])(\d{1,2})\2(\d{1,2}|\d{4})$/.exec(lowerAt(tokens, i)) ?? []
  if (first.length === 4) return dayNamed(first, second, third)
  const isDayFirst = mark === '.' || Number(first) > 12
  return dayNamed(third.length === 4 ? third : `20${third}`, isDayFirst ? second : first, isDayFirst ? first : second)
}

const dayNamed = (year: string, month: string, day: string): Period | undefined => {
  const named = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(named) ? whole(1, 'day', named) : undefined
}

/** "over 2000" and "2000 euros" are amounts. */
const BOUNDING = [
  'than',
  'above',
  'under',
  'below',
  'least',
  'most',
  'exceeding',
  'over',
  'exactly',
  'beyond',
  '>',
  '<',
  '>=',
  '<=',
  '=',
]
const COUNTED = /^(€|\$|£|eur|euros?|usd|dollars?|pounds?|units?|pieces|points?|%|percent|days|minutes|hours)$/

const yearPeriod = (tokens: readonly Token[], i: number): Period | undefined => {
  const said = lowerAt(tokens, i) === 'year' ? 1 : 0
  const year = yearAt(tokens, i + said)
  if (said === 0 && (BOUNDING.includes(lowerAt(tokens, i - 1)) || COUNTED.test(lowerAt(tokens, i + 1))))
    return undefined
  return year === undefined ? undefined : whole(1 + said, 'year', makeDay(year, 0, 1))
}

/** The period named by the tokens from `i` on, longest reading first. */
export const periodAt = (tokens: readonly Token[], i: number, when: When): Period | undefined =>
  fixedPeriod(tokens, i, when.today) ??
  beforeLastPeriod(tokens, i, when.today) ??
  weekOfPeriod(tokens, i, when) ??
  rollingPeriod(tokens, i, when.today) ??
  agoPeriod(tokens, i, when.today) ??
  quarterPeriod(tokens, i, when) ??
  relativePeriod(tokens, i, when.today) ??
  monthPeriod(tokens, i, when) ??
  datePeriod(tokens, i) ??
  yearPeriod(tokens, i) ??
  weekdayPeriod(lowerAt(tokens, i), 1, when.today, 0)

export const NUMBER_WORDS: readonly string[] = [...SMALL_NUMBERS.keys(), 'hundred', 'once', 'twice', 'thrice']

/** Every word of the time grammar, for spelling. */
export const DAY_WORDS: readonly string[] = [
  ...MONTHS,
  ...WEEKDAYS,
  ...UNITS.keys(),
  ...SHIFTS.keys(),
  'today',
  'yesterday',
  'tomorrow',
]
