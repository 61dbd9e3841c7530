/** A month of the calendar in UTC, as `2026-11`. */
export type Month = string

/** @param at ISO 8601, UTC */
export const monthOf = (at: string): Month => at.slice(0, 7)

/** Start of the next month, in epoch ms. */
export const monthEnd = (month: Month): number => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return Date.UTC(year, number)
}
