import { exactNumber } from '../../shared/run/exact-number.ts'

/** A whole number where a JSON number holds it exactly; its text otherwise. */
export const plainLong = (value: bigint): number | string => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

export const plainDouble = (value: number): number | string => {
  if (!Number.isFinite(value)) return String(value)
  return value === 0 ? 0 : value
}

/**
 * A decimal where a JSON number writes the same value; its text otherwise.
 *
 * @param isRounded whether a division or an average may have made it: the server rounds those after 34 digits, and they
 * are rounded here to what a JSON number holds
 */
export const plainDecimal = (text: string, isRounded: boolean): number | string => {
  const number = Number(text)
  if (!Number.isFinite(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER) return text
  return exactNumber(text) ?? (isRounded && significant(text) === DIGITS_MAX ? plainDouble(number) : text)
}

const DIGITS_MAX = 34

const significant = (text: string): number => (text.split('E')[0] ?? '').replace(/[-+.]/g, '').replace(/^0+/, '').length
