import { billingPeriod } from '../../../access/rules/billing-period.ts'
import { type Day, dayOf, daysIn } from '../../../ask/rules/day.ts'
import { invalidField } from '../../../platform/problems/problem.ts'

/** By what the use of an organization is told. */
export const USAGE_GROUPS = ['day', 'database', 'key', 'model', 'user'] as const
export type UsageGroup = (typeof USAGE_GROUPS)[number]

/** Days in UTC, the first and the last included. */
export interface UsageRange {
  readonly from: Day
  readonly to: Day
}

export const USAGE_DAYS_MAX = 366

/** What is wrong with a text that should be a day. */
export const DAY_FORM = 'must be a date such as 2026-11-26'

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  dayOf(new Date(Date.parse(text)).toISOString()) === text

/**
 * The days that are asked for: from the beginning of the billing period that the last of them lies in, and until today, unless
 * said otherwise.
 *
 * @param now epoch ms
 * @throws Problem `input_invalid` where it ends before it begins, or has more than `USAGE_DAYS_MAX` days
 */
export const usageRange = (
  asked: { readonly [End in keyof UsageRange]?: Day | undefined },
  { billingDay, now }: { readonly billingDay: number | undefined; readonly now: number },
): UsageRange => {
  const to = asked.to ?? dayOf(new Date(now).toISOString())
  const from = asked.from ?? billingPeriod(Date.parse(to), billingDay).startsOn
  const days = daysIn(from, to)
  if (days < 1) throw invalidField('to', 'must not be before from')
  if (days > USAGE_DAYS_MAX)
    throw invalidField('from', `must be such that the range has at most ${USAGE_DAYS_MAX} days`)
  return { from, to }
}
