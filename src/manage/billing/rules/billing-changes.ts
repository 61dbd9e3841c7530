import type { Organization, Plan } from '../../../access/rules/organization.ts'
import type { Json } from '../../../platform/values/json.ts'
import type { BillingState } from './billing.ts'

/** Names of the billing fields on the wire. */
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
 * The fields that a state from the processor changes; null for removed values. The status set by an operator is not
 * changed, because customers can change the processor's state themselves and would lift a block.
 */
export const billingChanges = (
  { plan, billing }: Pick<Organization, 'plan' | 'billing'>,
  update: { readonly plan: Plan; readonly state: BillingState },
): Readonly<Record<string, Json>> => {
  const state: Partial<BillingState> = billing ?? {}
  const changed = NAMES.flatMap((name) =>
    state[name] === update.state[name] ? [] : [[FIELDS[name], update.state[name] ?? null] as const],
  )
  const plans = plan === update.plan ? {} : { plan: update.plan }
  return { ...plans, ...Object.fromEntries(changed) }
}
