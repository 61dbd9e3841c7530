import { z } from 'zod'
import { PLANS, SUBSCRIPTIONS } from '../../../access/rules/organization.ts'
import { BILLING_STATUSES, PROCESSORS } from '../rules/billing.ts'

const timestamp = z.iso.datetime({ precision: 3 }).nullable()

export const billingFields = {
  processor: z.enum(PROCESSORS).meta({
    description:
      '`manual`: the operator of the service sets the plan and dates. `stripe`: the plan was bought through Stripe.',
  }),
  status: z.enum(BILLING_STATUSES),
  trial_ends_at: timestamp,
  past_due_since: timestamp,
  grace_ends_at: timestamp.meta({
    description: 'Until this time, questions are answered although a payment is overdue.',
  }),
  ends_at: timestamp.meta({ description: 'The end of a cancelled subscription; it works until then.' }),
}

export const BillingItem = z
  .object({
    plan: z.enum(PLANS),
    subscription: z.enum(SUBSCRIPTIONS).meta({ description: 'The status that follows from the other fields.' }),
    ...billingFields,
    plans: z.array(z.enum(PLANS)).readonly().meta({ description: 'The plans that can be bought; empty if none can.' }),
  })
  .meta({ id: 'Billing' })

const address = z.string().min(1).optional()

export const CheckoutBody = z
  .strictObject({
    plan: z.enum(PLANS, `must be one of ${PLANS.join(', ')}`),
    success_url: address.meta({ description: 'A page of the portal; by default its page `billing`.' }),
    cancel_url: address.meta({ description: 'The page of the portal to return to if the purchase is cancelled.' }),
  })
  .meta({ id: 'CheckoutRequest' })

export const PortalBody = z
  .strictObject({ return_url: address.meta({ description: 'A page of the portal.' }) })
  .optional()
  .meta({ id: 'PortalRequest' })

/** A page of the processor, to be opened in a browser. */
export const BillingPage = z.object({ url: z.url() }).meta({ id: 'BillingPage' })

/** An event in the processor's format. Its signature covers the exact bytes, so it is verified before it is parsed. */
export const BillingEvent = z.looseObject({ id: z.string(), type: z.string() }).meta({ id: 'BillingEvent' })
