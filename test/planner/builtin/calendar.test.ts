import {
  addDays,
  addMonths,
  addUnits,
  dayOfMonth,
  daysBetween,
  isDay,
  makeDay,
  monthOf,
  startOf,
  type Unit,
  weekday,
  windowWords,
  yearOf,
} from '../../../src/planner/builtin/words/index.ts'

const DAY_MS = 86_400_000
const UNITS: readonly Unit[] = ['day', 'week', 'month', 'quarter', 'year']
const MONTHS_OF: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 }

/** Reference implementation by `Date` and the number of milliseconds in a day. */
const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Every day around 1900 (no leap year), 2000 (a leap year) and ordinary years. */
const daysOfYears = (from: number, to: number): string[] =>
  Array.from({ length: (Date.UTC(to, 0, 1) - Date.UTC(from, 0, 1)) / DAY_MS }, (_, index) =>
    textOf(Date.UTC(from, 0, 1) + index * DAY_MS),
  )
const RANGES = [daysOfYears(1899, 1902), daysOfYears(1999, 2002), daysOfYears(2023, 2026)]
const days = RANGES.flat()

/** Days that violate a condition; expected to be empty. */
const violations = (holds: (day: string) => boolean): string[] => days.filter((day) => !holds(day))

describe('Day arithmetic', () => {
  it('adds any number of days, and counts the days between', () => {
    for (const [first = '', ...later] of RANGES) {
      expect(later.filter((day, index) => addDays(first, index + 1) !== day)).toEqual([])
      expect(later.filter((day, index) => daysBetween(first, day) !== index + 1)).toEqual([])
      expect(daysBetween(later.at(-1) ?? '', first)).toBe(-later.length)
    }
    for (const count of [-366, -31, -1, 0, 7, 365, 1461])
      expect(violations((day) => addDays(day, count) === textOf(Date.parse(day) + count * DAY_MS))).toEqual([])
  })

  it('makes a day from year, month and day of month', () => {
    expect(violations((day) => makeDay(yearOf(day), monthOf(day), dayOfMonth(day)) === day)).toEqual([])
    expect(makeDay(2026, 11, 32)).toBe('2027-01-01')
  })

  it('returns consecutive weekdays for consecutive days', () => {
    expect(weekday('2026-11-21')).toBe(5)
    expect(violations((day) => weekday(day) === (weekday(textOf(Date.parse(day) - DAY_MS)) + 1) % 7)).toEqual([])
  })

  it.each(['2024-02-29', '2000-02-29', '2026-12-31'])('isDay is true for %s', (text) => expect(isDay(text)).toBe(true))

  it.each(['2025-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00'])(
    'isDay is false for %s',
    (text) => expect(isDay(text)).toBe(false),
  )
})

describe('Calendar unit', () => {
  it.each(UNITS)('%s starts at the latest boundary up to a day', (unit) => {
    const isBoundary = (day: string) =>
      unit === 'day' ||
      (unit === 'week' ? weekday(day) === 0 : dayOfMonth(day) === 1 && monthOf(day) % (MONTHS_OF[unit] ?? 1) === 0)
    for (const range of RANGES) {
      let boundary = startOf(unit, range[0] ?? '')
      expect(isBoundary(boundary)).toBe(true)
      for (const day of range) {
        if (isBoundary(day)) boundary = day
        if (startOf(unit, day) !== boundary) throw new Error(`${day} is in the ${unit} of ${boundary}`)
      }
    }
  })

  it.each(['month', 'quarter', 'year'] as const)(
    '%s added keeps the day of month, or uses the last day of a shorter month',
    (unit) => {
      for (const count of [-61, -12, -5, -1, 0, 1, 2, 11, 48])
        expect(
          violations((day) => {
            const months = monthOf(day) + count * (MONTHS_OF[unit] ?? 1)
            const last = dayOfMonth(addDays(makeDay(yearOf(day), months + 1, 1), -1))
            return addUnits(unit, day, count) === makeDay(yearOf(day), months, Math.min(dayOfMonth(day), last))
          }),
        ).toEqual([])
    },
  )

  it('week is 7 days', () => {
    expect(violations((day) => addUnits('week', day, -3) === addDays(day, -21))).toEqual([])
  })
})

it.each([
  ['2024-01-31', 1, '2024-02-29'],
  ['2025-01-31', 1, '2025-02-28'],
  ['2024-02-29', -12, '2023-02-28'],
  ['2026-12-31', 2, '2027-02-28'],
])('addMonths of %s and %i is %s', (day, months, expected) => expect(addMonths(day, months)).toBe(expected))

it('addDays and addUnits round a fraction away from zero', () => {
  expect(addDays('2026-03-02', -2.5)).toBe('2026-02-27')
  expect(addUnits('month', '2026-03-02', -2.5)).toBe('2025-12-02')
})

it.each(UNITS)('addUnits with any number of the unit %s stays in the calendar', (unit) => {
  for (const count of [1e6, 1e12, Number.MAX_VALUE]) {
    expect(addUnits(unit, '2026-11-21', count) > '3000').toBe(true)
    expect(addUnits(unit, '2026-11-21', -count) < '0500').toBe(true)
    expect(isDay(addUnits(unit, '2026-11-21', -count))).toBe(true)
  }
})

it.each([
  ['2026-10-01', '2026-11-01', 'from 1 to 31 October 2026'],
  ['2026-10-05', '2026-12-01', 'from 5 October to 30 November 2026'],
  ['2025-12-31', '2026-01-02', 'from 31 December 2025 to 1 January 2026'],
  ['2025-01-01', '2026-01-01', 'in 2025'],
  ['2026-02-28', '2026-03-01', 'on 28 February 2026'],
  ['2026-01-01', null, 'since 1 January 2026'],
  [null, '2026-01-01', 'before 1 January 2026'],
  [null, null, ''],
])('windowWords of %s to %s is "%s"', (from, to, words) => expect(windowWords(from, to)).toBe(words))
