const LOCALE_LENGTH_MAX = 35
/** From where on an axis writes `1.2M` in place of all digits. */
const COMPACT_FROM = 100_000

/** A BCP 47 tag in its canonical form; undefined where it is none, or longer than such tags are. */
export const canonicalLocale = (tag: string): string | undefined => {
  if (tag.length > LOCALE_LENGTH_MAX) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** English where Intl does not know a language, not what the machine happens to be set to. */
const withDefault = (locale: string): readonly [string, string] => [locale, 'en']

const DECIMALS = 2
/** Of numbers below 1. */
const DECIMALS_OF_SMALL = 4

/** Writes numbers that are read beside each other in full: where one has decimals, as amounts and averages do, all have two. */
export const localNumbers = (values: readonly (number | null)[], locale: string): ((value: number) => string) => {
  const fractions = values.filter((value) => value !== null && !Number.isInteger(value))
  const areSmall = fractions.some((value) => Math.abs(value ?? 0) < 1)
  const format = new Intl.NumberFormat(withDefault(locale), {
    minimumFractionDigits: fractions.length === 0 ? 0 : DECIMALS,
    maximumFractionDigits: areSmall ? DECIMALS_OF_SMALL : DECIMALS,
  })
  return (value) => format.format(value)
}

/** Writes the numbers of one axis, the longest of which is `largest`. */
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
 * A label of times or of a range of numbers, as a locale writes it; every other label as it is. Years stay years, and ISO weeks
 * stay `2026-W07`, for which locales have no form. Days have no time zone, and times are in UTC, as they are stored.
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
