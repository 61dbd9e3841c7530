import { z } from 'zod'
import type { BillingStatus } from '../rules/billing.ts'
import type { PaidSubscription } from '../rules/current-subscription.ts'

/** The parts of Stripe's objects that are read; responses of compatible servers are validated as well. */

/** Longer than any id. */
const id = z.string().min(1).max(255)
/** Seconds since 1970, until the year 9999. */
const moment = z.int().min(0).max(253_402_300_799)
/** The URL of a page to open in a browser. */
const page = z
  .url({ protocol: /^https?$/ })
  .min(1)
  .max(8_192)

export const CustomerObject = z.object({ id })
export const PageObject = z.object({ url: page })

const ITEMS_MAX = 100

const metadata = z.record(z.string(), z.string()).nullish()

/** https://docs.stripe.com/api/subscriptions/object */
export const SubscriptionObject = z.object({
  id,
  status: z.string(),
  created: moment,
  metadata,
  items: z.object({
    data: z.array(z.object({ price: z.object({ id }), current_period_end: moment.nullish() })).max(ITEMS_MAX),
  }),
  trial_end: moment.nullish(),
  cancel_at: moment.nullish(),
  cancel_at_period_end: z.boolean().nullish(),
  ended_at: moment.nullish(),
})
export type SubscriptionObject = z.infer<typeof SubscriptionObject>

/** https://docs.stripe.com/api/invoices/object */
const InvoiceObject = z.object({ created: moment, due_date: moment.nullish() })

const listOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item).max(100), has_more: z.boolean() })
export const SubscriptionList = listOf(SubscriptionObject)
export const InvoiceList = listOf(InvoiceObject)
/** https://docs.stripe.com/api/checkout/sessions/object */
export const SessionList = listOf(z.object({ id, metadata }))

/** https://docs.stripe.com/api/events/object; `customer` is an id, or the object itself. */
export const EventObject = z.object({
  id,
  type: z.string().max(255),
  data: z.object({
    object: z.object({
      customer: z
        .union([id, z.object({ id })])
        .nullish()
        .catch(undefined),
    }),
  }),
})

/** The events after which a customer is reconciled, out of about ten that name the customer of a checkout. */
const SUBSCRIPTION_EVENT = /^(customer\.subscription\.|invoice\.|checkout\.session\.completed$)/

/** The customer of an event; undefined for events that do not concern subscriptions. */
export const customerOfEvent = ({ type, data: { object } }: z.infer<typeof EventObject>): string | undefined => {
  if (!SUBSCRIPTION_EVENT.test(type)) return undefined
  const { customer } = object
  return typeof customer === 'string' ? customer : customer?.id
}

/** Metadata key of objects created by our checkout: the organization's id. */
export const ORGANIZATION_METADATA = 'tabletalk_organization_id'

/** https://docs.stripe.com/api/subscriptions/object#subscription_object-status; undefined for unknown statuses. */
const STATUSES: Readonly<Record<string, BillingStatus>> = {
  ...({ trialing: 'trialing', active: 'active', past_due: 'past_due', unpaid: 'past_due' } as const),
  ...({ canceled: 'canceled', incomplete: 'none', incomplete_expired: 'none', paused: 'canceled' } as const),
}

export const statusOf = ({ status }: Pick<SubscriptionObject, 'status'>): BillingStatus | undefined => STATUSES[status]

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** When it ends, or has ended. */
const endOf = ({ ended_at, cancel_at, cancel_at_period_end, items }: SubscriptionObject): number | undefined => {
  if (ended_at != null) return ended_at
  if (cancel_at != null) return cancel_at
  const ends = items.data.flatMap(({ current_period_end: end }) => end ?? [])
  return cancel_at_period_end === true && ends.length > 0 ? Math.max(...ends) : undefined
}

/** @param invoices open ones: the oldest gives the start of the overdue period */
export const paidSubscription = (
  subscription: SubscriptionObject,
  status: BillingStatus,
  invoices: z.infer<typeof InvoiceList>['data'],
): PaidSubscription => {
  const due = invoices.map(({ created, due_date }) => due_date ?? created)
  const end = endOf(subscription)
  return {
    id: subscription.id,
    createdAt: isoOf(subscription.created),
    status,
    organizationId: subscription.metadata?.[ORGANIZATION_METADATA],
    prices: subscription.items.data.map(({ price }) => price.id),
    ...(subscription.trial_end == null ? {} : { trialEndsAt: isoOf(subscription.trial_end) }),
    ...(due.length === 0 ? {} : { pastDueSince: isoOf(Math.min(...due)) }),
    ...(end === undefined ? {} : { endsAt: isoOf(end) }),
  }
}
