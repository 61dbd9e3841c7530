import { shortDecimal } from '../../rows/short-decimal.ts'

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
 * A decimal where a JSON number writes the same value; its text otherwise. Results of divisions and averages, which the
 * server rounds after 34 digits, are rounded to what a JSON number holds.
 */
export const plainDecimal = (text: string): number | string => {
  const number = Number(text)
  if (!Number.isFinite(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER) return text
  const digits = significant(text)
  return digits <= EXACT_DIGITS || digits === DIGITS_MAX ? plainDouble(number) : text
}

/** Every decimal of so many digits is told apart by a double. */
const EXACT_DIGITS = 15
const DIGITS_MAX = 34

const significant = (text: string): number => {
  const [mantissa = ''] = text.split('E')
  return shortDecimal(mantissa).replace(/[-+.]/g, '').replace(/^0+/, '').length
}
