/** The period in which questions and indexing runs of an organization are counted. */
export interface BillingPeriod {
  /** Its first day (UTC), such as `2026-11-15`. Unique among the periods of an organization, and used as their key. */
  readonly startsOn: string
  /** Epoch ms, inclusive; `endsAt` is exclusive. */
  readonly startsAt: number
  readonly endsAt: number
}

/** Every month has this day, so that periods begin on the same day of each month. */
export const BILLING_DAY_MAX = 28

/**
 * The period that contains `at`: from the billing day of one month to that of the next (UTC).
 *
 * @param at epoch ms
 * @param billingDay 1 (calendar months) to `BILLING_DAY_MAX`
 */
export const billingPeriod = (at: number, billingDay = 1): BillingPeriod => {
  const date = new Date(at)
  const month = date.getUTCDate() < billingDay ? date.getUTCMonth() - 1 : date.getUTCMonth()
  const startsAt = Date.UTC(date.getUTCFullYear(), month, billingDay)
  const endsAt = Date.UTC(date.getUTCFullYear(), month + 1, billingDay)
  return { startsOn: new Date(startsAt).toISOString().slice(0, 10), startsAt, endsAt }
}
