import { PLANS, type Plan } from '../../../access/rules/organization.ts'
import type { Billing, BillingState } from './billing.ts'

/** The current state of a subscription at the processor. */
export interface PaidSubscription {
  readonly id: string
  /** ISO 8601. */
  readonly createdAt: string
  /** The organization in the metadata of our checkout; undefined if the subscription was created elsewhere. */
  readonly organizationId: string | undefined
  /** `none`: never paid, and never will be. */
  readonly status: BillingState['status']
  readonly prices: readonly string[]
  readonly trialEndsAt?: string
  readonly pastDueSince?: string
  readonly endsAt?: string
}

export type PlanByPrice = ReadonlyMap<string, Plan>

/** The state that follows from all subscriptions of one customer. */
type CurrentSubscription =
  | {
      readonly kind: 'subscribed'
      readonly plan: Plan
      readonly state: BillingState
      /** More than one is active: operators are notified. */
      readonly isPaidTwice: boolean
      /** The subscription is known, but its price belongs to no plan: the plan stays, and operators are notified. */
      readonly isPriceUnknown: boolean
    }
  /** Nothing was ever paid: the stored state stays. */
  | { readonly kind: 'unsubscribed' }
  /** Ambiguous: nothing is changed, and operators are notified. */
  | { readonly kind: 'unclear'; readonly reason: 'price_unknown' | 'other_organization' }

interface Subscribed {
  readonly organizationId: number
  readonly plan: Plan
  readonly billing: Billing | undefined
}

/** A subscription that counts for the organization. */
interface OwnSubscription {
  readonly one: PaidSubscription
  /** The plan of its price; undefined for a known subscription whose price belongs to no plan. */
  readonly plan: Plan | undefined
}

const isActive = ({ status }: PaidSubscription): boolean => status !== 'canceled' && status !== 'none'

/** The best first: with two subscriptions the better one decides. */
const byPreference = (one: PaidSubscription, other: PaidSubscription): number =>
  Number(one.status === 'past_due') - Number(other.status === 'past_due') ||
  other.createdAt.localeCompare(one.createdAt) ||
  other.id.localeCompare(one.id)

/**
 * Derives the billing state from all subscriptions of a customer, independent of which event triggered it and of the
 * order of events. Subscriptions with a price of a plan count, and the stored one at any price, because a price that is
 * no longer sold stays valid for its buyers. Other subscriptions are other products.
 * @param now ISO 8601; start of the overdue period if the processor reports none
 */
export const currentSubscription = (
  subscriptions: readonly PaidSubscription[],
  { organizationId, plan: planBefore, billing }: Subscribed,
  { planOfPrice, now }: { readonly planOfPrice: PlanByPrice; readonly now: string },
): CurrentSubscription => {
  const started = subscriptions.filter(({ status }) => status !== 'none')
  if (started.length === 0) return { kind: 'unsubscribed' }
  const id = String(organizationId)
  const candidates = started.filter((one) => one.organizationId === undefined || one.organizationId === id)
  if (candidates.length === 0) return { kind: 'unclear', reason: 'other_organization' }
  const own = candidates.flatMap((one): OwnSubscription[] => {
    const plan = bestPlan(one.prices.flatMap((price) => planOfPrice.get(price) ?? []))
    return plan === undefined && one.id !== billing?.subscriptionId ? [] : [{ one, plan }]
  })
  const active = own.filter(({ one }) => isActive(one))
  // Created by our checkout, so it is for a plan, but the price is unknown.
  const hasUnknownPrice = candidates.some((one) => isActive(one) && one.organizationId === id)
  const [found] = (active.length > 0 ? active : hasUnknownPrice ? [] : own).toSorted((a, b) =>
    byPreference(a.one, b.one),
  )
  if (found === undefined) return { kind: 'unclear', reason: 'price_unknown' }
  const { one, plan = planBefore } = found
  const before = billing?.subscriptionId === one.id ? billing.pastDueSince : undefined
  const pastDueSince = one.status === 'past_due' ? (one.pastDueSince ?? before ?? now) : undefined
  return {
    kind: 'subscribed',
    plan,
    isPaidTwice: active.length > 1,
    isPriceUnknown: found.plan === undefined && isActive(one),
    state: {
      processor: 'stripe',
      subscriptionId: one.id,
      status: one.status,
      ...(one.status !== 'trialing' || one.trialEndsAt === undefined ? {} : { trialEndsAt: one.trialEndsAt }),
      ...(pastDueSince === undefined ? {} : { pastDueSince }),
      ...(one.endsAt === undefined ? {} : { endsAt: one.endsAt }),
    },
  }
}

const bestPlan = (plans: readonly Plan[]): Plan | undefined =>
  plans.toSorted((a, b) => PLANS.indexOf(b) - PLANS.indexOf(a))[0]
