import type { Billing } from './billing.ts'

/** What an operator agrees with an organization; null removes a value, absent fields stay. Times are ISO 8601, UTC. */
export interface BillingAgreement {
  readonly trialEndsAt?: string | null | undefined
  readonly pastDueSince?: string | null | undefined
  readonly endsAt?: string | null | undefined
  readonly graceDays?: number | null | undefined
  /** The customer id at the payment processor. */
  readonly customerId?: string | null | undefined
}

/** Whether the agreement sets dates that the processor sets for organizations that have bought a plan. */
export const setsProcessorDates = ({ trialEndsAt, pastDueSince, endsAt }: BillingAgreement): boolean =>
  trialEndsAt !== undefined || pastDueSince !== undefined || endsAt !== undefined

/** The billing of an organization after an agreement: an overdue payment takes precedence over a trial. */
export const agreedBilling = (before: Billing | undefined, agreement: BillingAgreement): Omit<Billing, 'version'> => {
  const { customerId: linked, subscriptionId, graceDays: days, processor = 'manual', status = 'active' } = before ?? {}
  const merged = <Value>(change: Value | null | undefined, was: Value | undefined): Value | undefined =>
    change === undefined ? was : (change ?? undefined)
  const customerId = merged(agreement.customerId, linked)
  const graceDays = merged(agreement.graceDays, days)
  const trialEndsAt = merged(agreement.trialEndsAt, before?.trialEndsAt)
  const pastDueSince = merged(agreement.pastDueSince, before?.pastDueSince)
  const endsAt = merged(agreement.endsAt, before?.endsAt)
  // The processor's state does not apply to a different customer.
  const isBought = processor !== 'manual' && customerId === linked
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
