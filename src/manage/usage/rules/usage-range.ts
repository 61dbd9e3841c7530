import { billingPeriod } from '../../../access/rules/billing-period.ts'
import { type Day, dayOf, daysIn } from '../../../ask/rules/day.ts'
import { invalidField } from '../../../platform/problems/problem.ts'

/** Dimensions by which usage is grouped. */
export const USAGE_GROUPS = ['day', 'database', 'key', 'model', 'user'] as const
export type UsageGroup = (typeof USAGE_GROUPS)[number]

/** Days in UTC, inclusive. */
export interface UsageRange {
  readonly from: Day
  readonly to: Day
}

export const USAGE_DAYS_MAX = 366

/** The message for an invalid date. */
export const INVALID_DAY_MESSAGE = 'must be a date such as 2026-11-26'

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  dayOf(new Date(Date.parse(text)).toISOString()) === text

/**
 * The requested days. Defaults: until today, and from the first day of the billing period that contains the last day.
 *
 * @param now epoch ms
 * @throws Problem `input_invalid` if the range ends before it begins or has more than `USAGE_DAYS_MAX` days
 */
export const usageRange = (
  requested: { readonly [End in keyof UsageRange]?: Day | undefined },
  { billingDay, now }: { readonly billingDay: number | undefined; readonly now: number },
): UsageRange => {
  const to = requested.to ?? dayOf(new Date(now).toISOString())
  const from = requested.from ?? billingPeriod(Date.parse(to), billingDay).startsOn
  const days = daysIn(from, to)
  if (days < 1) throw invalidField('to', 'must not be before from')
  if (days > USAGE_DAYS_MAX)
    throw invalidField('from', `must be such that the range has at most ${USAGE_DAYS_MAX} days`)
  return { from, to }
}
