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
 * What a state that the processor tells changes of an organization, by field; null where something is no more. What an
 * operator has said of the subscription stays: a customer changes the state by a click, and would lift a block with it.
 */
export const billingChanges = (
  { plan, billing }: Pick<Organization, 'plan' | 'billing'>,
  told: { readonly plan: Plan; readonly state: BillingState },
): Readonly<Record<string, Json>> => {
  const state: Partial<BillingState> = billing ?? {}
  const changed = NAMES.flatMap((name) =>
    state[name] === told.state[name] ? [] : [[FIELDS[name], told.state[name] ?? null] as const],
  )
  const plans = plan === told.plan ? {} : { plan: told.plan }
  return { ...plans, ...Object.fromEntries(changed) }
}
