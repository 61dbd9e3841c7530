import type { LiteralRole } from './query-reading.ts'

/** Common conversion factors; any other number may be data of a tenant. */
const FACTORS: ReadonlySet<number> = new Set([
  1, 2, 4, 7, 10, 12, 24, 30, 52, 60, 100, 365, 1_000, 1_024, 1_440, 3_600, 10_000, 86_400, 1_000_000, 3_600_000,
  86_400_000, 1_000_000_000,
  // Sizes of groups.
  5, 20, 25, 50, 200, 250, 500,
])

export const isFactor = (value: string): boolean => FACTORS.has(Number(value))

/** Column positions, decimals and character counts have at most three digits. */
export const isSmall = (value: string): boolean => /^\d{1,3}$/.test(value)

const UNIT =
  'microseconds?|milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|quarters?|years?|decades?|century|millennium'
const DURATION = new RegExp(`^[+-]?\\d{1,5} (?:${UNIT})(?: [+-]?\\d{1,5} (?:${UNIT}))*$`, 'i')
const UNITS = new RegExp(`^(?:${UNIT}|epoch|dow|doy|isodow|isoyear)$`, 'i')
const MODIFIER = new RegExp(
  `^(?:now|localtime|utc|auto|unixepoch|subsec|start of (?:day|month|year)|weekday \\d|[+-]?\\d{1,5}(?:\\.0)? (?:${UNIT}))$`,
  'i',
)
const FORMAT_SIGNS = '[\\s:;,./_-]|[TZWQ](?![\\p{L}])'
/** `%Y-%m`, and `YYYY-MM` as PostgreSQL writes it. */
const FORMAT = new RegExp(
  [
    `^(?:%-?[a-zA-Z%]|${FORMAT_SIGNS})+$`,
    `^(?:YYYY|IYYY|YY|HH24|HH12|HH|MI|SS|MS|US|IW|WW|MM|DDD|DD|IDDD|ID|Q|D|Month|Mon|Day|Dy|FM|TM|AM|PM|TZ|"[TWQ ]"|[90GSL]|${FORMAT_SIGNS})+$`,
  ].join('|'),
  'iu',
)
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?$/i
const ZONES: ReadonlySet<string> = new Set(['UTC', 'GMT', ...Intl.supportedValuesOf('timeZone')])

/** Whether a text is the time zone of a location: `Europe/Dublin`, not `UTC`. */
export const isLocalZone = (text: string): boolean => text.includes('/') && ZONES.has(text)

/** The kind of form that an argument position takes. */
export type FormKind = 'format' | 'unit' | 'modifier' | 'zone' | 'duration' | 'weekday'

const FORMS: Readonly<Record<FormKind, (text: string) => boolean>> = {
  format: (text) => text.length <= FORMAT_MAX && FORMAT.test(text),
  unit: (text) => UNITS.test(text),
  modifier: (text) => MODIFIER.test(text),
  zone: (text) => ZONES.has(text),
  duration: (text) => DURATION.test(text),
  weekday: (text) => WEEKDAY.test(text),
}
const FORMAT_MAX = 40

/** The role of a text by its position and its content: the position alone does not prove that a text is not data of a tenant. */
export const textRole = (place: FormKind | undefined, text: string): { readonly role?: LiteralRole } => {
  if (place === undefined || !FORMS[place](text)) return {}
  return { role: place === 'duration' ? 'duration' : 'form' }
}
