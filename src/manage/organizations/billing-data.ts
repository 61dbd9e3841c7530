import type { Organization, Subscription } from '../../access/rules/organization.ts'
import { type BillingStatus, graceEndsAt, type ProcessorName, subscriptionStatus } from '../billing/rules/billing.ts'

/** The billing state of an organization, as the API and the command show it. */
export interface BillingData {
  /** The payment processor that reported this state. */
  readonly processor: ProcessorName
  readonly status: BillingStatus
  readonly trial_ends_at: string | null
  readonly past_due_since: string | null
  /** Until then requests are accepted although payment is overdue. */
  readonly grace_ends_at: string | null
  /** The end of a cancelled subscription; it works until then. */
  readonly ends_at: string | null
}

type Billed = Pick<Organization, 'subscription' | 'billing'>

/**
 * The current subscription status of an organization, and the billing state that it follows from.
 *
 * @param graceDays days of access after an overdue payment
 * @param now epoch ms
 */
export const billingData = (
  organization: Billed,
  graceDays: number,
  now = Date.now(),
): { readonly subscription: Subscription; readonly billing: BillingData } => {
  const { billing } = organization
  return {
    subscription: subscriptionStatus(organization, now, graceDays),
    billing: {
      processor: billing?.processor ?? 'manual',
      status: billing?.status ?? 'active',
      trial_ends_at: billing?.trialEndsAt ?? null,
      past_due_since: billing?.pastDueSince ?? null,
      grace_ends_at: (billing && graceEndsAt(billing, graceDays)) ?? null,
      ends_at: billing?.endsAt ?? null,
    },
  }
}
