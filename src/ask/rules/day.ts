/** A day of the calendar in UTC, as `2026-11-26`. */
export type Day = string

/** @param at ISO 8601, UTC */
export const dayOf = (at: string): Day => at.slice(0, 10)

const DAY_MS = 24 * 60 * 60_000

/** Number of days in a range, including both ends; less than one if it ends before it begins. */
export const daysIn = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
