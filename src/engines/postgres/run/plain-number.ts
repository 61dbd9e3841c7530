import { exactNumber } from '../../shared/run/exact-number.ts'

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
 * @param isRounded whether a division or an average has made it: the server has rounded it already, after sixteen digits
 * or more, and it is rounded here to what a JSON number holds
 */
export const plainDecimal = (text: string, isRounded: boolean): number | string => {
  const number = Number(text)
  if (!Number.isFinite(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER) return text
  return exactNumber(text) ?? (isRounded && fractionLength(text) >= ROUNDED_DIGITS ? number : text)
}

/** So many digits after the point, at least, have results of divisions. */
const ROUNDED_DIGITS = 16

const fractionLength = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') - 1 : 0)
