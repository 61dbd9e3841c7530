import type { Organization, Plan } from '../domain/access/organization.ts'
import type { Billing } from '../domain/billing/billing.ts'
import { invalidField, Problem } from '../domain/problem.ts'
import type { Store } from '../store/store.ts'
import type { CheckoutOrder, PaymentProcessor } from './payment-processor.ts'
import { type PresentParts, writePresentBilling } from './present-billing.ts'
import { returnAddress } from './return-address.ts'

export interface BillingParts extends PresentParts {
  readonly store: PresentParts['store'] &
    Pick<Store, 'organizationOfCustomer' | 'isPaymentEventKept' | 'keepPaymentEvent'>
  /** Where browsers come back to; where plans are bought there is one. */
  readonly portalUrl: string | undefined
  /** Days of trial that a first subscription begins with. */
  readonly trialDays: number | undefined
}

/** What somebody asks to buy. */
export interface CheckoutRequest {
  readonly plan: Plan
  readonly successUrl: string | undefined
  readonly cancelUrl: string | undefined
}

/** Plans as those who own an organization buy them. */
export interface ManagedBilling {
  /** What can be bought here. */
  readonly plans: readonly Plan[]
  /**
   * What a checkout is begun with.
   * @throws Problem `payments_manual`, `subscription_exists`, `input_invalid` of a plan that is not sold or an address that
   * leads elsewhere
   */
  order(organization: Organization, request: CheckoutRequest): CheckoutOrder
  /**
   * Begins a checkout, and binds the organization to its customer: by this alone, and before anybody knows the page.
   * @returns the page on which it goes on
   * @throws Problem `payment_failed`, and then nothing is changed; `organization_not_found`
   */
  checkout(order: CheckoutOrder): Promise<string>
  /** @throws Problem `payments_manual`, `customer_missing`, `payment_failed`, `input_invalid` of `returnUrl` */
  portal(organization: Organization, returnUrl: string | undefined): Promise<string>
  /**
   * Does what an event of the processor asks for: to look. Once it was done, it is not done again; where it could not be
   * done, the event must come again.
   * @throws Problem `payment_event_invalid` where it is not the processor's; `payment_failed`, `store_unavailable`
   */
  takeEvent(body: Uint8Array, signature: string | undefined, traceId: string): Promise<void>
  /** Ends what an organization pays for, which is to be removed. @throws Problem `payment_failed` */
  endPaying(organization: Pick<Organization, 'id' | 'billing'>): Promise<void>
}

/** However often somebody else writes while a checkout is begun. */
const ATTEMPTS = 5

export const managedBilling = (parts: BillingParts): ManagedBilling => {
  const { store, processor, portalUrl, trialDays } = parts
  const plans = [...new Set(processor.planOfPrice.values())]
  return {
    plans,
    order({ id: organizationId, name: organizationName, billing }, { plan, successUrl, cancelUrl }) {
      if (processor.name === 'manual' || portalUrl === undefined) throw new Problem('payments_manual')
      if (isRunning(billing)) throw new Problem('subscription_exists')
      if (!plans.includes(plan)) throw invalidField('plan', `must be one that is sold here: ${plans.join(', ')}`)
      const at = (field: string, given: string | undefined, path: string) =>
        returnAddress(portalUrl, { field, given, path })
      return {
        ...{ organizationId, organizationName, plan, customerId: billing?.customerId },
        trialDays: billing?.subscriptionId === undefined ? trialDays : undefined,
        successUrl: at('success_url', successUrl, '/billing?checkout=done'),
        cancelUrl: at('cancel_url', cancelUrl, '/billing?checkout=cancelled'),
      }
    },
    async checkout(order) {
      const { organizationId } = order
      let { customerId } = order
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const begun = await processor.beginCheckout({ ...order, customerId })
        const organization = await store.organization({ organizationId })
        if (organization === undefined) throw new Problem('organization_not_found')
        const { billing } = organization
        if (billing?.customerId === begun.customerId) return begun.url
        // Another checkout has made a customer meanwhile: two would be two who pay.
        if (billing?.customerId !== customerId) customerId = billing?.customerId
        else if (await store.changeBilling({ organizationId }, billing?.version ?? 0, bound(billing, begun.customerId)))
          return begun.url
      }
      throw new Problem('store_unavailable')
    },
    async portal({ billing }, returnUrl) {
      if (processor.name === 'manual' || portalUrl === undefined) throw new Problem('payments_manual')
      const back = returnAddress(portalUrl, { field: 'return_url', given: returnUrl, path: '/billing' })
      if (billing?.customerId === undefined) throw new Problem('customer_missing')
      return await processor.openPortal(billing.customerId, back)
    },
    async takeEvent(body, signature, traceId) {
      const event = await processor.readEvent(body, signature)
      if (event === undefined) throw new Problem('payment_event_invalid')
      const { id, customerId } = event
      const found = customerId === undefined ? undefined : await store.organizationOfCustomer(customerId)
      if (found === undefined || customerId === undefined) return
      const own = { organizationId: found.id }
      if (await store.isPaymentEventKept(own, id)) return
      if (await writePresentBilling(parts, { ...own, customerId, traceId })) await store.keepPaymentEvent(own, id)
    },
    endPaying: (organization) => endPaying(processor, organization),
  }
}

/** Ends what an organization pays for. @throws Problem `payment_failed` */
export const endPaying = async (
  processor: PaymentProcessor,
  { id: organizationId, billing }: Pick<Organization, 'id' | 'billing'>,
): Promise<void> => {
  if (billing?.customerId === undefined) return
  // Without a processor nobody can have begun to pay but who did so before.
  if (processor.name === 'manual' && !isRunning(billing)) return
  const isThere = await processor.endAll({
    organizationId,
    customerId: billing.customerId,
    subscriptionId: billing.subscriptionId,
  })
  // Of another account, where it may pay on.
  if (!isThere && isRunning(billing)) throw new Problem('payment_failed', { message: CUSTOMER_GONE, transient: false })
}

const CUSTOMER_GONE =
  'The payment processor does not know who pays for it, and nothing was changed: whoever operates this installation can let go of that customer (tabletalk org set --customer none --force).'

/** Whether the processor takes money for it. */
export const isRunning = (billing: Billing | undefined): boolean =>
  billing?.processor === 'stripe' && billing.status !== 'canceled' && billing.status !== 'none'

/** The customer alone: what is paid for by now stays as it is. Of another customer no subscription is known yet. */
const bound = (billing: Billing = NOTHING, customerId: string) => {
  const { version: _, subscriptionId: __, ...state } = billing
  return { billing: { ...state, customerId } }
}

const NOTHING: Billing = { processor: 'manual', status: 'active', version: 0 }
