import type { Organization, Subscription } from '../../../access/rules/organization.ts'

/** Who sets the billing state: an operator of the installation, or a payment processor. */
export const PROCESSORS = ['manual', 'stripe'] as const
export type ProcessorName = (typeof PROCESSORS)[number]

export const BILLING_STATUSES = ['active', 'trialing', 'past_due', 'canceled', 'none'] as const
export type BillingStatus = (typeof BILLING_STATUSES)[number]

/** The subscription and its dates; times are ISO 8601, UTC. */
export interface BillingState {
  /** Who set the other fields: `manual` until a subscription at the processor was seen. */
  readonly processor: ProcessorName
  readonly subscriptionId?: string
  readonly status: BillingStatus
  readonly trialEndsAt?: string
  /** Due date of the overdue payment. */
  readonly pastDueSince?: string
  /** End of a cancelled subscription, which works until then. */
  readonly endsAt?: string
}

/** The stored billing state of an organization. */
export interface Billing extends BillingState {
  /** The customer at the processor, created by our checkout or linked by an operator; never taken from events. */
  readonly customerId?: string
  /** Days of grace agreed with the organization, instead of the installation's default. */
  readonly graceDays?: number
  /** Incremented by every write, so that a state requested before another write is requested again. */
  readonly version: number
}

const DAY_MS = 24 * 60 * 60_000

/** Processors report the end of a trial within minutes; until then the organization is not blocked. */
const REPORT_DELAY_MS = 60 * 60_000

/** The end of the grace period; undefined if no payment is overdue. @param graceDays the installation's default */
export const graceEndsAt = (billing: Billing, graceDays: number): string | undefined => {
  const { status, pastDueSince, graceDays: own = graceDays } = billing
  if (status !== 'past_due' || pastDueSince === undefined) return undefined
  return new Date(Date.parse(pastDueSince) + own * DAY_MS).toISOString()
}

/**
 * The subscription status at a given time. A status set by an operator overrides the processor until an operator
 * removes it or sets a date.
 * @param now epoch ms
 * @param graceDays the installation's default
 */
export const subscriptionStatus = (
  { subscription, billing }: Pick<Organization, 'subscription' | 'billing'>,
  now: number,
  graceDays: number,
): Subscription => {
  if (subscription !== undefined) return subscription
  if (billing === undefined) return 'active'
  const { processor, status, trialEndsAt, endsAt } = billing
  if (status === 'none' || status === 'canceled') return status
  if (isOver(endsAt, now)) return 'canceled'
  switch (status) {
    case 'active':
      return 'active'
    case 'trialing':
      return isOver(trialEndsAt, processor === 'manual' ? now : now - REPORT_DELAY_MS) ? 'none' : 'active'
    case 'past_due': {
      const until = graceEndsAt(billing, graceDays)
      return until !== undefined && !isOver(until, now) ? 'active' : 'past_due'
    }
  }
}

const isOver = (moment: string | undefined, now: number): boolean => moment !== undefined && Date.parse(moment) <= now
