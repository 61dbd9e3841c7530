import { UTCDate } from '@date-fns/utc'
import { addDays } from 'date-fns/addDays'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { formatISO } from 'date-fns/formatISO'
import { getMonth } from 'date-fns/getMonth'
import { startOfYear } from 'date-fns/startOfYear'
import { subYears } from 'date-fns/subYears'

/** Days counted from 1970-01-01, UTC: dates of the demo have no time of day. */
export type Day = number

const EPOCH = new UTCDate(0)

const dateOf = (day: Day): UTCDate => addDays(EPOCH, day)

export const dayOf = (date: Date): Day => differenceInCalendarDays(new UTCDate(date), EPOCH)

/** `YYYY-MM-DD`, as the demo stores it. */
export const isoDay = (day: Day): string => formatISO(dateOf(day), { representation: 'date' })

/** From 0 (January) to 11. */
export const monthOf = (day: Day): number => getMonth(dateOf(day))

/** The first day of the demo's history: 1 January two years before this one, so that "last year" is always complete. */
export const firstDay = (today: Day): Day => dayOf(startOfYear(subYears(dateOf(today), 2)))
