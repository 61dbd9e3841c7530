import { UTCDate, utc } from '@date-fns/utc'
import { addDays as daysLater } from 'date-fns/addDays'
import { addMonths as monthsLater } from 'date-fns/addMonths'
import { clamp } from 'date-fns/clamp'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { formatISO } from 'date-fns/formatISO'
import { getISODay } from 'date-fns/getISODay'
import { isValid } from 'date-fns/isValid'
import { parseISO } from 'date-fns/parseISO'
import { startOfDay } from 'date-fns/startOfDay'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'
import { startOfMonth } from 'date-fns/startOfMonth'
import { startOfQuarter } from 'date-fns/startOfQuarter'
import { startOfYear } from 'date-fns/startOfYear'

/** Days are ISO texts (`2026-11-21`), always UTC: they compare and sort as text. */
export type Day = string

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

const dateOf = (day: Day): UTCDate => new UTCDate(day)

/** The range of days that compare as text; periods are cut to it. */
const DAYS = { start: new UTCDate('0001-01-01'), end: new UTCDate('9999-12-31') }
const YEARS_MAX = 9_999

const iso = (date: Date): Day => formatISO(clamp(date, DAYS), { representation: 'date' })

/** An integer within the range of dates. */
const whole = (count: number, max: number): number => Math.max(-max, Math.min(Math.floor(count), max))

/** Whether an ISO text is an existing day. */
export const isDay = (text: string): boolean => isValid(parseISO(text, { in: utc }))

export const yearOf = (day: Day): number => Number(day.slice(0, 4))
/** 0 to 11. */
export const monthOf = (day: Day): number => Number(day.slice(5, 7)) - 1
export const dayOfMonth = (day: Day): number => Number(day.slice(8, 10))

/** `month` is 0 to 11; out-of-range values carry over. */
export const makeDay = (year: number, month: number, day: number): Day => iso(new UTCDate(year, month, day))

/** Fractions are rounded down: 2.5 days back is on the third day back. */
export const addDays = (day: Day, days: number): Day => iso(daysLater(dateOf(day), whole(days, 366 * YEARS_MAX)))

/** The same day of another month, or the last day of a shorter month. */
export const addMonths = (day: Day, months: number): Day => iso(monthsLater(dateOf(day), whole(months, 12 * YEARS_MAX)))

/** Days from one to the other; negative if `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => differenceInCalendarDays(dateOf(to), dateOf(from))

/** Monday is 0. */
export const weekday = (day: Day): number => getISODay(dateOf(day)) - 1

/** First day of the unit that contains `day`; weeks start on Monday. */
export const startOf = (unit: Unit, day: Day): Day => iso(STARTS[unit](dateOf(day)))

const STARTS: Readonly<Record<Unit, (date: UTCDate) => Date>> = {
  day: startOfDay,
  week: startOfISOWeek,
  month: startOfMonth,
  quarter: startOfQuarter,
  year: startOfYear,
}

export const addUnits = (unit: Unit, day: Day, count: number): Day => {
  if (unit === 'day') return addDays(day, count)
  if (unit === 'week') return addDays(day, 7 * count)
  return addMonths(day, count * (unit === 'month' ? 1 : unit === 'quarter' ? 3 : 12))
}

export const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const

const monthTitle = (day: Day): string => {
  const name = MONTHS[monthOf(day)] ?? ''
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** `21 November 2026`. */
const longDay = (day: Day): string => `${dayOfMonth(day)} ${monthTitle(day)} ${yearOf(day)}`

/** A half-open window in words: `from 1 to 31 October 2026`, `in 2025`, `since 1 January 2026`. */
export const windowWords = (from: Day | null, to: Day | null): string => {
  if (from === null && to === null) return ''
  if (to === null) return `since ${longDay(from ?? '')}`
  if (from === null) return `before ${longDay(to)}`
  const last = addDays(to, -1)
  if (last === from) return `on ${longDay(from)}`
  if (from.endsWith('-01-01') && to === addMonths(from, 12)) return `in ${yearOf(from)}`
  const sameYear = yearOf(from) === yearOf(last)
  const sameMonth = sameYear && monthOf(from) === monthOf(last)
  const start = sameMonth ? `${dayOfMonth(from)}` : sameYear ? `${dayOfMonth(from)} ${monthTitle(from)}` : longDay(from)
  return `from ${start} to ${longDay(last)}`
}
