import type { Texts } from './texts-en.ts'

/** The texts of a language, and how its numbers and dates are written. */
export interface Locale {
  readonly texts: Texts
  /** A language tag. */
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
}

export const formatNumber = (value: number, { tag }: Locale): string => new Intl.NumberFormat(tag).format(value)

/** @param ms milliseconds */
export const formatDuration = (ms: number, { tag }: Locale): string => {
  const [value, unit] = ms < 100 ? [ms, 'ms'] : [ms / 1000, 's']
  return `${new Intl.NumberFormat(tag, { maximumSignificantDigits: value < 100 ? 2 : 4 }).format(value)}\u00A0${unit}`
}

export const formatTime = (date: Date, { tag }: Locale): string =>
  new Intl.DateTimeFormat(tag, { timeStyle: 'short' }).format(date)

export const formatDay = (date: Date, { tag }: Locale): string =>
  new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }).format(date)
