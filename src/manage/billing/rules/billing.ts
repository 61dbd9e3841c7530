import type { Organization, Subscription } from '../../../access/rules/organization.ts'

/** Who says what an organization has paid for: whoever operates the installation, or a payment processor. */
export const PROCESSORS = ['manual', 'stripe'] as const
export type ProcessorName = (typeof PROCESSORS)[number]

export const BILLING_STATUSES = ['active', 'trialing', 'past_due', 'canceled', 'none'] as const
export type BillingStatus = (typeof BILLING_STATUSES)[number]

/** What is paid for, and until when; all moments ISO 8601, UTC. */
export interface BillingState {
  /** Whose word the rest is: `manual` until a subscription of the processor was seen. */
  readonly processor: ProcessorName
  readonly subscriptionId?: string
  readonly status: BillingStatus
  readonly trialEndsAt?: string
  /** When what is not paid yet was to be paid. */
  readonly pastDueSince?: string
  /** Cancelled: it works until then. */
  readonly endsAt?: string
}

/** The same, as it is kept of an organization. */
export interface Billing extends BillingState {
  /** The organization at the processor, whoever says the rest: made by our own checkout, and never told by anybody else. */
  readonly customerId?: string
  /** Days of grace that were agreed with the organization, in place of those of the installation. */
  readonly graceDays?: number
  /** Counts every write: what was looked up before another one has written is looked up again. */
  readonly version: number
}

const DAY_MS = 24 * 60 * 60_000

/** A processor tells that a trial has become a subscription within minutes; nobody is shut out meanwhile. */
const TOLD_LATE_MS = 60 * 60_000

/** When who has not paid is let in no more; undefined where nothing is due. @param graceDays those of the installation */
export const graceEndsAt = (billing: Billing, graceDays: number): string | undefined => {
  const { status, pastDueSince, graceDays: own = graceDays } = billing
  if (status !== 'past_due' || pastDueSince === undefined) return undefined
  return new Date(Date.parse(pastDueSince) + own * DAY_MS).toISOString()
}

/**
 * What an organization has paid for at a moment. What an operator has said of its subscription holds until an operator
 * takes it back or sets a date, whatever the processor says.
 *
 * @param now epoch ms
 * @param graceDays those of the installation
 */
export const standingOf = (
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
      return isOver(trialEndsAt, processor === 'manual' ? now : now - TOLD_LATE_MS) ? 'none' : 'active'
    case 'past_due': {
      const until = graceEndsAt(billing, graceDays)
      return until !== undefined && !isOver(until, now) ? 'active' : 'past_due'
    }
  }
}

const isOver = (moment: string | undefined, now: number): boolean => moment !== undefined && Date.parse(moment) <= now
