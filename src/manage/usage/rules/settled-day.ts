import { type Day, dayOf, daysIn } from '../../../ask/rules/day.ts'

/** An entry counts on the day when its turn was asked, and a turn may end a day later; the third day allows for clock skew. */
const EXPECTED_DAYS = 3

/**
 * Whether an entry of this day is late: the totals of the day may be settled, so that its writer must update them.
 *
 * @param now epoch ms, after the entry was written
 */
export const isLateEntry = (day: Day, now: number): boolean => ageOf(day, now) > EXPECTED_DAYS

/**
 * Whether the totals of a day may be settled. This is a day after its entries became late, so that every entry that its writer did
 * not regard as late is found, also if their clocks differ.
 */
export const mayBeSettled = (day: Day, now: number): boolean => ageOf(day, now) > EXPECTED_DAYS + 1

/** 1 for the current day (UTC). */
const ageOf = (day: Day, now: number): number => daysIn(day, dayOf(new Date(now).toISOString()))
