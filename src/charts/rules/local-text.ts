const LOCALE_LENGTH_MAX = 35
/** Axis numbers from here on are compact: `1.2M`. */
const COMPACT_FROM = 100_000

/** The canonical form of a BCP 47 tag; undefined if it is invalid or too long. */
export const canonicalLocale = (tag: string): string | undefined => {
  if (tag.length > LOCALE_LENGTH_MAX) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** Falls back to English for languages unknown to Intl, not to the machine's locale. */
const withDefault = (locale: string): readonly [string, string] => [locale, 'en']

const DECIMALS = 2
/** For numbers below 1. */
const DECIMALS_OF_SMALL = 4

/** Formats numbers of one list in full: if one has decimals, all have two. */
export const localNumbers = (values: readonly (number | null)[], locale: string): ((value: number) => string) => {
  const fractions = values.filter((value) => value !== null && !Number.isInteger(value))
  const areSmall = fractions.some((value) => Math.abs(value ?? 0) < 1)
  const format = new Intl.NumberFormat(withDefault(locale), {
    minimumFractionDigits: fractions.length === 0 ? 0 : DECIMALS,
    maximumFractionDigits: areSmall ? DECIMALS_OF_SMALL : DECIMALS,
  })
  return (value) => format.format(value)
}

/** Formats the numbers of one axis. @param largest the largest absolute value */
export const axisNumbers = (locale: string, largest: number): ((value: number) => string) => {
  const isLarge = Math.abs(largest) >= COMPACT_FROM
  const format = new Intl.NumberFormat(withDefault(locale), {
    ...(isLarge ? { notation: 'compact', maximumSignificantDigits: 4 } : { maximumSignificantDigits: 8 }),
  })
  return (value) => format.format(value)
}

const TIME = /^(\d{4})-(?:Q([1-4])|(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?Z?)?)?)$/
const BIN = /^(-?\d+(?:\.\d+)?(?:e[+-]\d+)?) – (-?\d+(?:\.\d+)?(?:e[+-]\d+)?)$/

/**
 * Formats times and number ranges for a locale; other labels stay as they are, as do years and ISO weeks (`2026-W07`),
 * for which locales have no format. Days have no time zone; times are in UTC, as stored.
 */
export const localLabel = (label: string, locale: string): string => {
  const bin = BIN.exec(label)
  if (bin !== null) {
    const number = axisNumbers(locale, 0)
    return `${number(Number(bin[1]))} – ${number(Number(bin[2]))}`
  }
  const [, year, quarter, month, day, hour, minute] = TIME.exec(label) ?? []
  if (year === undefined) return label
  if (quarter !== undefined) return `Q${quarter} ${year}`
  const at = new Date(`${year}-${month}-${day ?? '01'}T${hour ?? '00'}:${minute ?? '00'}Z`)
  if (Number.isNaN(at.getTime())) return label
  const form: Intl.DateTimeFormatOptions =
    day === undefined
      ? { month: 'short', year: 'numeric' }
      : { dateStyle: 'medium', ...(hour === undefined ? {} : { timeStyle: 'short' }) }
  return new Intl.DateTimeFormat(withDefault(locale), { ...form, timeZone: 'UTC' }).format(at)
}
