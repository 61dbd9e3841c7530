import type { Texts } from './en.ts'

/** Locale for numbers and dates. The browser's region is used if its language is the same. */
export const localeOf = ({ language }: Pick<Texts, 'language'>): string =>
  navigator.languages.find((tag) => tag.startsWith(language)) ?? language

export const formatNumber = (value: number, texts: Texts): string =>
  new Intl.NumberFormat(localeOf(texts)).format(value)

/** A duration. @param ms milliseconds */
export const formatDuration = (ms: number, texts: Texts): string => {
  const [value, unit] = ms < 100 ? [ms, 'ms'] : [ms / 1000, 's']
  const digits = { maximumSignificantDigits: value < 100 ? 2 : 4 }
  return `${new Intl.NumberFormat(localeOf(texts), digits).format(value)}\u00A0${unit}`
}

export const formatMoment = (iso: string, texts: Texts): string =>
  new Intl.DateTimeFormat(localeOf(texts), { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso))

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Relative time of a past moment, without seconds. */
export const formatAgo = (iso: string, texts: Texts): string => {
  const ms = Math.max(0, Date.now() - Date.parse(iso))
  const [unit, size] = UNITS.find(([, least]) => ms >= least) ?? UNITS[2]
  const format = new Intl.RelativeTimeFormat(localeOf(texts), { numeric: 'auto', style: 'short' })
  return format.format(-Math.floor(ms / size), unit)
}

export const formatTime = (date: Date, texts: Texts): string =>
  new Intl.DateTimeFormat(localeOf(texts), { timeStyle: 'short' }).format(date)

export const formatDay = (date: Date, texts: Texts): string =>
  new Intl.DateTimeFormat(localeOf(texts), { dateStyle: 'medium' }).format(date)

/** A day in UTC, in any time zone of the browser. @param day `2026-11-26` */
export const formatUtcDay = (day: string, texts: Texts): string =>
  new Intl.DateTimeFormat(localeOf(texts), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))

/** US dollars; below one dollar with fractions of cents. */
export const formatDollars = (micros: number, texts: Texts): string => {
  const dollars = micros / 1_000_000
  const maximumFractionDigits = dollars < 1 ? 4 : 2
  return new Intl.NumberFormat(localeOf(texts), { style: 'currency', currency: 'USD', maximumFractionDigits }).format(
    dollars,
  )
}
