/** What an organization's questions and runs of indexing are counted in. */
export interface BillingPeriod {
  /** Its first day, in UTC: `2026-11-15`. No two periods of an organization begin on the same day, so it is their name. */
  readonly startsOn: string
  /** Epoch ms: its first, and the first after it. */
  readonly startsAt: number
  readonly endsAt: number
}

/** No month has fewer days: a period begins on the same day of each. */
export const BILLING_DAY_MAX = 28

/**
 * The period that a moment lies in: a month of the calendar in UTC, or from the billing day of one month to that of the next.
 *
 * @param at epoch ms
 * @param billingDay 1 to `BILLING_DAY_MAX`
 */
export const billingPeriod = (at: number, billingDay = 1): BillingPeriod => {
  const date = new Date(at)
  const month = date.getUTCDate() < billingDay ? date.getUTCMonth() - 1 : date.getUTCMonth()
  const startsAt = Date.UTC(date.getUTCFullYear(), month, billingDay)
  const endsAt = Date.UTC(date.getUTCFullYear(), month + 1, billingDay)
  return { startsOn: new Date(startsAt).toISOString().slice(0, 10), startsAt, endsAt }
}
