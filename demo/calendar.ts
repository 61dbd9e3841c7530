/** Days counted from 1970-01-01, UTC: dates of the demo have no time of day. */
export type Day = number

const DAY_MS = 86_400_000

export const dayOf = (date: Date): Day => Math.floor(date.getTime() / DAY_MS)

/** `YYYY-MM-DD`, as the demo stores it. */
export const isoDay = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** From 0 (January) to 11. */
export const monthOf = (day: Day): number => new Date(day * DAY_MS).getUTCMonth()

/** The first day of the demo's history: 1 January two years before this one, so that "last year" is always complete. */
export const firstDay = (today: Day): Day => {
  const year = new Date(today * DAY_MS).getUTCFullYear()
  return dayOf(new Date(Date.UTC(year - 2, 0, 1)))
}
