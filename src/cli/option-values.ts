import { InvalidArgumentError } from 'commander'
import { DISPLAY_NAME_MAX, displayName } from '../access/rules/display-name.ts'
import { isDay } from '../manage/usage/rules/usage-range.ts'

/**
 * Parses an option that is a positive whole number, such as an id.
 * @param what named in the error, such as `a user`
 * @throws InvalidArgumentError
 */
export const numberOf =
  (what: string, digitsMax = 15) =>
  (text: string): number => {
    if (!/^[1-9][0-9]*$/.test(text) || text.length > digitsMax)
      throw new InvalidArgumentError(`It must be the number of ${what}.`)
    return Number(text)
  }

/** Parses an option that is a display name. @throws InvalidArgumentError */
export const displayNameOption = (text: string): string => {
  const name = displayName(text)
  if (name === undefined) throw new InvalidArgumentError(`It must have 1 to ${DISPLAY_NAME_MAX} visible characters.`)
  return name
}

/**
 * Parses a date or time that begins with a day, in epoch ms. `Date.parse` alone accepts days that do not exist, such as the
 * 31st of February.
 *
 * @param form the required format
 * @returns NaN for another format and for a day or time that does not exist
 */
export const dateMs = (text: string, form: RegExp): number =>
  form.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN

const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Parses a duration like `90s`, `15m`, `24h`, `30d` or `0` into milliseconds; undefined for other texts. */
export const durationMs = (text: string): number | undefined => {
  const [, amount, unit] = /^([0-9]{1,6})([smhd])$/.exec(text.trim()) ?? []
  if (text.trim() === '0') return 0
  if (amount === undefined) return undefined
  return Number(amount) * (unit === 's' || unit === 'm' || unit === 'h' ? UNITS_MS[unit] : UNITS_MS.d)
}

const GRACE_MS_MAX = 30 * UNITS_MS.d

/** Parses how long a key stays valid after its rotation, in ms. @throws InvalidArgumentError */
export const graceOf = (text: string): number => {
  const grace = durationMs(text)
  if (grace !== undefined && grace <= GRACE_MS_MAX) return grace
  throw new InvalidArgumentError('It must be a duration of at most 30d, for example 90s, 15m, 24h or 7d.')
}

/** Parses a future date or a duration from now into an ISO time. @throws InvalidArgumentError */
export const momentOf = (text: string): string => {
  const after = durationMs(text)
  const at = after === undefined ? dateMs(text, DATE) : Date.now() + after
  if (at > Date.now() && at < LAST_MOMENT) return new Date(at).toISOString()
  throw new InvalidArgumentError(
    'It must be a future date, for example 2027-01-31 or 2027-01-31T12:00:00Z, or a duration, for example 90d.',
  )
}

const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/
const LAST_MOMENT = Date.parse('9999-12-31T00:00:00Z')
