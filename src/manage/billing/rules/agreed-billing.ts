import type { Billing } from './billing.ts'

/** What an operator agrees with an organization; null takes it back, and what is absent stays. Moments are ISO 8601, UTC. */
export interface Agreement {
  readonly trialEndsAt?: string | null | undefined
  readonly pastDueSince?: string | null | undefined
  readonly endsAt?: string | null | undefined
  readonly graceDays?: number | null | undefined
  /** At the payment processor. */
  readonly customerId?: string | null | undefined
}

/** What only the processor says of an organization that has bought something. */
export const isOfProcessor = ({ trialEndsAt, pastDueSince, endsAt }: Agreement): boolean =>
  trialEndsAt !== undefined || pastDueSince !== undefined || endsAt !== undefined

/** What is kept of an organization once something was agreed with it: a payment that is due comes before a trial. */
export const agreedBilling = (before: Billing | undefined, agreement: Agreement): Omit<Billing, 'version'> => {
  const { customerId: bound, subscriptionId, graceDays: days, processor = 'manual', status = 'active' } = before ?? {}
  const merged = <Value>(change: Value | null | undefined, was: Value | undefined): Value | undefined =>
    change === undefined ? was : (change ?? undefined)
  const customerId = merged(agreement.customerId, bound)
  const graceDays = merged(agreement.graceDays, days)
  const trialEndsAt = merged(agreement.trialEndsAt, before?.trialEndsAt)
  const pastDueSince = merged(agreement.pastDueSince, before?.pastDueSince)
  const endsAt = merged(agreement.endsAt, before?.endsAt)
  // Of a customer that it has no more, the processor says nothing.
  const isBought = processor !== 'manual' && customerId === bound
  const agreed = pastDueSince !== undefined ? 'past_due' : trialEndsAt !== undefined ? 'trialing' : 'active'
  return {
    ...(isBought ? { processor, status } : { processor: 'manual', status: agreed }),
    ...(customerId === undefined ? {} : { customerId }),
    ...(isBought && subscriptionId !== undefined ? { subscriptionId } : {}),
    ...(trialEndsAt === undefined ? {} : { trialEndsAt }),
    ...(pastDueSince === undefined ? {} : { pastDueSince }),
    ...(endsAt === undefined ? {} : { endsAt }),
    ...(graceDays === undefined ? {} : { graceDays }),
  }
}
