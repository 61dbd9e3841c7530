import type { Organization, Subscription } from '../../access/rules/organization.ts'
import { type BillingStatus, graceEndsAt, type ProcessorName, standingOf } from '../billing/rules/billing.ts'

/** What was bought or agreed, as those who manage an organization see it, on the wire and at the terminal alike. */
export interface BillingData {
  /** Who says so. */
  readonly processor: ProcessorName
  readonly status: BillingStatus
  readonly trial_ends_at: string | null
  readonly past_due_since: string | null
  /** Until then who has not paid is let in. */
  readonly grace_ends_at: string | null
  /** The end of a cancelled subscription; it works until then. */
  readonly ends_at: string | null
}

type Paying = Pick<Organization, 'subscription' | 'billing'>

/**
 * What that comes to in this moment, and what it is made of.
 *
 * @param graceDays those of the installation
 * @param now epoch ms
 */
export const billingData = (
  organization: Paying,
  graceDays: number,
  now = Date.now(),
): { readonly subscription: Subscription; readonly billing: BillingData } => {
  const { billing } = organization
  return {
    subscription: standingOf(organization, now, graceDays),
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
