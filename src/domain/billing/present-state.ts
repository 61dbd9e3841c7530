import { PLANS, type Plan } from '../access/organization.ts'
import type { Billing, BillingState } from './billing.ts'

/** A subscription as the processor has it now. */
export interface PaidSubscription {
  readonly id: string
  /** ISO 8601. */
  readonly createdAt: string
  /** Whose it was made to be, by what our checkout wrote beside it; undefined where somebody else has made it. */
  readonly organizationId: string | undefined
  /** Of one that was never paid, and never will be: `none`. */
  readonly status: BillingState['status']
  readonly prices: readonly string[]
  readonly trialEndsAt?: string
  readonly pastDueSince?: string
  readonly endsAt?: string
}

/** Which plan each price of the processor is for. */
export type PlanOfPrice = ReadonlyMap<string, Plan>

/** What subscriptions of one customer come to. */
export type PresentState =
  | {
      readonly kind: 'subscribed'
      readonly plan: Plan
      readonly state: BillingState
      /** More than one is paid for: an operator should hear of it. */
      readonly isPaidTwice: boolean
    }
  /** Nothing was ever paid: whatever was said of the organization stays. */
  | { readonly kind: 'unsubscribed' }
  /** Nothing can be made of them, and nothing is changed; operators hear of it. */
  | { readonly kind: 'unclear'; readonly reason: 'price_unknown' | 'other_organization' }

interface Subscribed {
  readonly organizationId: number
  readonly billing: Billing | undefined
}

const isAlive = ({ status }: PaidSubscription): boolean => status !== 'canceled' && status !== 'none'

/** The best first: who has two is let in as the better one says. */
const inOrder = (one: PaidSubscription, other: PaidSubscription): number =>
  Number(one.status === 'past_due') - Number(other.status === 'past_due') ||
  other.createdAt.localeCompare(one.createdAt) ||
  other.id.localeCompare(one.id)

/**
 * What an organization has paid for, by all subscriptions of its customer: the same whichever event made us look, and
 * in whichever order events have come.
 *
 * @param now ISO 8601; since then something is due of which the processor does not say since when
 */
export const presentState = (
  subscriptions: readonly PaidSubscription[],
  { organizationId, billing }: Subscribed,
  { planOfPrice, now }: { readonly planOfPrice: PlanOfPrice; readonly now: string },
): PresentState => {
  const begun = subscriptions.filter(({ status }) => status !== 'none')
  if (begun.length === 0) return { kind: 'unsubscribed' }
  const own = begun.filter((one) => one.organizationId === undefined || one.organizationId === String(organizationId))
  if (own.length === 0) return { kind: 'unclear', reason: 'other_organization' }
  const alive = own.filter(isAlive)
  const [found] = (alive.length > 0 ? alive : own)
    .flatMap((one) => {
      const plan = bestPlan(one.prices.flatMap((price) => planOfPrice.get(price) ?? []))
      return plan === undefined ? [] : [{ one, plan }]
    })
    .toSorted((a, b) => inOrder(a.one, b.one))
  if (found === undefined) return { kind: 'unclear', reason: 'price_unknown' }
  const { one, plan } = found
  const before = billing?.subscriptionId === one.id ? billing.pastDueSince : undefined
  const pastDueSince = one.status === 'past_due' ? (one.pastDueSince ?? before ?? now) : undefined
  return {
    ...{ kind: 'subscribed', plan, isPaidTwice: alive.length > 1 },
    state: {
      ...{ processor: 'stripe', subscriptionId: one.id, status: one.status },
      ...(one.status !== 'trialing' || one.trialEndsAt === undefined ? {} : { trialEndsAt: one.trialEndsAt }),
      ...(pastDueSince === undefined ? {} : { pastDueSince }),
      ...(one.endsAt === undefined ? {} : { endsAt: one.endsAt }),
    },
  }
}

const bestPlan = (plans: readonly Plan[]): Plan | undefined =>
  plans.toSorted((a, b) => PLANS.indexOf(b) - PLANS.indexOf(a))[0]
