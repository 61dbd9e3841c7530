import { PLANS, type Plan } from '../../../access/rules/organization.ts'
import type { Billing, BillingState } from './billing.ts'

/** A subscription as the processor has it now. */
export interface PaidSubscription {
  readonly id: string
  /** ISO 8601. */
  readonly createdAt: string
  /** The organization in the metadata of our checkout; undefined for subscriptions created otherwise. */
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
      /** It is known, and what it costs is no plan's: the plan stays, and an operator should say whose price that is. */
      readonly isPriceUnknown: boolean
    }
  /** Never paid: the stored state stays. */
  | { readonly kind: 'unsubscribed' }
  /** Nothing can be made of them, and nothing is changed; operators hear of it. */
  | { readonly kind: 'unclear'; readonly reason: 'price_unknown' | 'other_organization' }

interface Subscribed {
  readonly organizationId: number
  readonly plan: Plan
  readonly billing: Billing | undefined
}

/** One that says something of the organization. */
interface Own {
  readonly one: PaidSubscription
  /** By what it costs; undefined where it is known, and costs what is no plan's. */
  readonly plan: Plan | undefined
}

const isAlive = ({ status }: PaidSubscription): boolean => status !== 'canceled' && status !== 'none'

/** The best first: who has two is let in as the better one says. */
const inOrder = (one: PaidSubscription, other: PaidSubscription): number =>
  Number(one.status === 'past_due') - Number(other.status === 'past_due') ||
  other.createdAt.localeCompare(one.createdAt) ||
  other.id.localeCompare(one.id)

/**
 * The billing state from all subscriptions of a customer: independent of the event and of the order of events.
 * Subscriptions at the price of a plan count, and the known one at any price: a customer at a price that is no longer
 * sold may cancel it, or fail to pay, like all. Others are other products.
 *
 * @param now ISO 8601; used for the start of a debt that the processor does not date
 */
export const presentState = (
  subscriptions: readonly PaidSubscription[],
  { organizationId, plan: planBefore, billing }: Subscribed,
  { planOfPrice, now }: { readonly planOfPrice: PlanOfPrice; readonly now: string },
): PresentState => {
  const begun = subscriptions.filter(({ status }) => status !== 'none')
  if (begun.length === 0) return { kind: 'unsubscribed' }
  const id = String(organizationId)
  const mine = begun.filter((one) => one.organizationId === undefined || one.organizationId === id)
  if (mine.length === 0) return { kind: 'unclear', reason: 'other_organization' }
  const own = mine.flatMap((one): Own[] => {
    const plan = bestPlan(one.prices.flatMap((price) => planOfPrice.get(price) ?? []))
    return plan === undefined && one.id !== billing?.subscriptionId ? [] : [{ one, plan }]
  })
  const alive = own.filter(({ one }) => isAlive(one))
  // Created by our checkout, so that it is a plan, but an unknown one.
  const isOneUnclear = mine.some((one) => isAlive(one) && one.organizationId === id)
  const [found] = (alive.length > 0 ? alive : isOneUnclear ? [] : own).toSorted((a, b) => inOrder(a.one, b.one))
  if (found === undefined) return { kind: 'unclear', reason: 'price_unknown' }
  const { one, plan = planBefore } = found
  const before = billing?.subscriptionId === one.id ? billing.pastDueSince : undefined
  const pastDueSince = one.status === 'past_due' ? (one.pastDueSince ?? before ?? now) : undefined
  return {
    kind: 'subscribed',
    plan,
    isPaidTwice: alive.length > 1,
    isPriceUnknown: found.plan === undefined && isAlive(one),
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
