import { shortDecimal } from '../../rows/short-decimal.ts'

/** A whole number where a JSON number holds it exactly; its text otherwise. */
export const plainInteger = (text: string): number | string => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

export const plainFloat = (text: string): number | string => {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

/**
 * A decimal where a JSON number writes the same value; its text otherwise.
 *
 * @param computed whether no column declares how many digits it has: divisions and averages are then rounded by the
 * server already, after sixteen digits or more, and are rounded here to what a JSON number holds
 */
export const plainDecimal = (text: string, computed: boolean): number | string => {
  const number = Number(text)
  if (!Number.isFinite(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER) return text
  if (shortDecimal(text) === shortDecimal(String(number)) || significant(text) <= EXACT_DIGITS) return number
  return computed && fractionLength(text) >= ROUNDED_DIGITS ? number : text
}

/** Every decimal of so many digits is told apart by a double. */
const EXACT_DIGITS = 15
/** So many digits after the point, at least, have results of divisions. */
const ROUNDED_DIGITS = 16

const significant = (text: string): number => shortDecimal(text).replace(/[-.]/g, '').replace(/^0+/, '').length

const fractionLength = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') - 1 : 0)
