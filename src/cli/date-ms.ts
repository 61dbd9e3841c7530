import { isDay } from '../manage/usage/rules/usage-range.ts'

/**
 * The moment that a text names which begins with a day, in epoch ms. For a day that does not exist, as the 31st of February,
 * another one would be read.
 *
 * @param form that it must have
 * @returns NaN where it has not, or there is no such moment
 */
export const dateMs = (text: string, form: RegExp): number =>
  form.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
