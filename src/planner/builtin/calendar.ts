/** Days are ISO texts (`2026-11-21`), always UTC: they compare and sort as text. */
export type Day = string

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

const DAY_MS = 86_400_000

const iso = (date: Date): Day => date.toISOString().slice(0, 10)
const utc = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month, day))

export const yearOf = (day: Day): number => Number(day.slice(0, 4))
/** 0 to 11. */
export const monthOf = (day: Day): number => Number(day.slice(5, 7)) - 1
export const dayOfMonth = (day: Day): number => Number(day.slice(8, 10))

export const makeDay = (year: number, month: number, day: number): Day => iso(utc(year, month, day))

export const addDays = (day: Day, days: number): Day => iso(new Date(Date.parse(day) + days * DAY_MS))

/** The same day of another month, or that month's last day when it is shorter. */
export const addMonths = (day: Day, months: number): Day => {
  const first = utc(yearOf(day), monthOf(day) + months, 1)
  const last = utc(first.getUTCFullYear(), first.getUTCMonth() + 1, 0).getUTCDate()
  return makeDay(first.getUTCFullYear(), first.getUTCMonth(), Math.min(dayOfMonth(day), last))
}

/** Monday is 0. */
export const weekday = (day: Day): number => (new Date(day).getUTCDay() + 6) % 7

/** First day of the unit that contains `day`; weeks start on Monday. */
export const startOf = (unit: Unit, day: Day): Day => {
  if (unit === 'day') return day
  if (unit === 'week') return addDays(day, -weekday(day))
  if (unit === 'month') return makeDay(yearOf(day), monthOf(day), 1)
  if (unit === 'quarter') return makeDay(yearOf(day), monthOf(day) - (monthOf(day) % 3), 1)
  return makeDay(yearOf(day), 0, 1)
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
export const longDay = (day: Day): string => `${dayOfMonth(day)} ${monthTitle(day)} ${yearOf(day)}`

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
