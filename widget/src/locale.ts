import { de } from './texts-de.ts'
import { en, type Texts } from './texts-en.ts'

/** The texts of a language, and how its numbers and dates are written. */
export interface Locale {
  readonly texts: Texts
  /** A language tag. */
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
}

const RIGHT_TO_LEFT = /^(?:ar|fa|he|ur)\b/i

/** @param chosen the attribute; without it, the language of the page, then of the browser */
export const localeOf = (chosen: string | undefined, element: Element): Locale => {
  const tags = [chosen, document.documentElement.lang, navigator.language, 'en'].flatMap(validTag)
  const tag = tags[0] ?? 'en'
  const page = element.closest<HTMLElement>('[dir=ltr], [dir=rtl]')?.dir
  const isRightToLeft = page === undefined ? RIGHT_TO_LEFT.test(tag) : page === 'rtl'
  return { texts: /^de\b/i.test(tag) ? de : en, tag, direction: isRightToLeft ? 'rtl' : 'ltr' }
}

/** The longest tag that the service takes. */
const TAG_MAX = 35

const validTag = (tag: string | undefined): string[] => {
  try {
    return tag === undefined || tag.length > TAG_MAX ? [] : Intl.getCanonicalLocales(tag || [])
  } catch {
    return []
  }
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
