import type { Organization, Plan } from '../../../access/rules/organization.ts'
import type { Json } from '../../../platform/values/json.ts'
import type { BillingState } from './billing.ts'

/** What is paid for, in the words of the wire. */
const FIELDS = {
  processor: 'processor',
  subscriptionId: 'subscription_id',
  status: 'status',
  trialEndsAt: 'trial_ends_at',
  pastDueSince: 'past_due_since',
  endsAt: 'ends_at',
} as const satisfies Record<keyof BillingState, string>

const NAMES = ['processor', 'subscriptionId', 'status', 'trialEndsAt', 'pastDueSince', 'endsAt'] as const

/**
 * The changes of an organization after a reconciliation, by field; null removes one. Settings of an operator stay:
 * otherwise a customer could lift a suspension by a click.
 */
export const billingChanges = (
  { plan, billing }: Pick<Organization, 'plan' | 'billing'>,
  current: { readonly plan: Plan; readonly state: BillingState },
): Readonly<Record<string, Json>> => {
  const state: Partial<BillingState> = billing ?? {}
  const changed = NAMES.flatMap((name) =>
    state[name] === current.state[name] ? [] : [[FIELDS[name], current.state[name] ?? null] as const],
  )
  const plans = plan === current.plan ? {} : { plan: current.plan }
  return { ...plans, ...Object.fromEntries(changed) }
}
