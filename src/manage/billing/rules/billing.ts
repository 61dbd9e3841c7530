import type { Organization, Subscription } from '../../../access/rules/organization.ts'

/** The source of the billing state: operators, or a payment processor. */
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
  /** The customer at the processor: created by our own checkout alone. */
  readonly customerId?: string
  /** Grace days agreed with the organization, instead of those of the installation. */
  readonly graceDays?: number
  /** Counts every write: what was looked up before another one has written is looked up again. */
  readonly version: number
}

const DAY_MS = 24 * 60 * 60_000

/** A processor reports the end of a trial within minutes; access continues meanwhile. */
const TRIAL_GRACE_MS = 60 * 60_000

/** When who has not paid is let in no more; undefined where nothing is due. @param graceDays those of the installation */
export const graceEndsAt = (billing: Billing, graceDays: number): string | undefined => {
  const { status, pastDueSince, graceDays: own = graceDays } = billing
  if (status !== 'past_due' || pastDueSince === undefined) return undefined
  return new Date(Date.parse(pastDueSince) + own * DAY_MS).toISOString()
}

/**
 * The billing standing at a moment. Settings of an operator hold until an operator changes them or their date passes,
 * and override the processor.
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
      return isOver(trialEndsAt, processor === 'manual' ? now : now - TRIAL_GRACE_MS) ? 'none' : 'active'
    case 'past_due': {
      const until = graceEndsAt(billing, graceDays)
      return until !== undefined && !isOver(until, now) ? 'active' : 'past_due'
    }
  }
}

const isOver = (moment: string | undefined, now: number): boolean => moment !== undefined && Date.parse(moment) <= now
