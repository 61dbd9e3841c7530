const DAY_MS = 24 * 60 * 60 * 1000

/** `2026-11-26` in UTC, as the service counts days. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const DAYS_MAX = 366

/** Number of days in a range, including both ends. */
export const daysIn = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/** All days of a range, in order. */
export const daysOf = (from: string, to: string): readonly string[] =>
  Array.from({ length: Math.max(0, daysIn(from, to)) }, (_, at) => dayOf(Date.parse(from) + at * DAY_MS))

/** Common ranges; `period` is the default of the service. @param now epoch ms */
export const presetsAt = (now: number) => {
  const date = new Date(now)
  const monthAt = (offset: number): number => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1)
  return {
    period: {},
    thisMonth: { from: dayOf(monthAt(0)), to: dayOf(now) },
    lastMonth: { from: dayOf(monthAt(-1)), to: dayOf(monthAt(0) - DAY_MS) },
    last90: { from: dayOf(now - 89 * DAY_MS), to: dayOf(now) },
  } as const
}
