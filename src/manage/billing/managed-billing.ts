import type { Organization, Plan } from '../../access/rules/organization.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { invalidField, Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import { type DueLookParts, dueLooks } from './due-looks.ts'
import type { CheckoutOrder, PaymentProcessor } from './payment-processor.ts'
import type { PresentParts } from './present-billing.ts'
import { refusedSignatures } from './refused-signatures.ts'
import { returnAddress } from './return-address.ts'
import type { Billing } from './rules/billing.ts'
import { sharedLooks } from './shared-looks.ts'

export interface BillingParts extends PresentParts, Pick<DueLookParts, 'mayLook'> {
  readonly store: PresentParts['store'] & DueLookParts['store'] & Pick<Store, 'organizations' | 'paymentEvents'>
  /** Where browsers come back to; where plans are bought there is one. */
  readonly portalUrl: string | undefined
  /** Days of trial that a first subscription begins with. */
  readonly trialDays: number | undefined
}

/** The request of a checkout. */
export interface CheckoutRequest {
  readonly traceId: string
  readonly plan: Plan
  readonly successUrl: string | undefined
  readonly cancelUrl: string | undefined
}

/** Plans as those who own an organization buy them. */
export interface ManagedBilling {
  /** What can be bought here. */
  readonly plans: readonly Plan[]
  /**
   * The order of a checkout. Purchases without an event yet are looked up first.
   *
   * @throws Problem `payments_manual`, `subscription_exists`, `input_invalid` of a plan that is not sold or a return
   * address outside the portal, `payment_failed`, `organization_not_found`
   */
  order(organization: Organization, request: CheckoutRequest): Promise<CheckoutOrder>
  /**
   * Starts a checkout, and stores the customer for the organization as soon as it exists, so that a retry finds it
   * after any failure. It always writes before it returns the page, so that a concurrent removal or checkout sees it;
   * and it expires earlier checkouts, so that only one can be paid.
   *
   * @returns the address of the payment page
   * @throws Problem `payment_failed`, `subscription_exists`, `organization_not_found`; `store_unavailable` after too
   * many concurrent writes
   */
  checkout(order: CheckoutOrder): Promise<string>
  /** @throws Problem `payments_manual`, `customer_missing`, `payment_failed`, `input_invalid` of `returnUrl` */
  portal(organization: Organization, returnUrl: string | undefined): Promise<string>
  /**
   * Handles an event of the processor by reconciling its customer. A handled event is ignored when repeated; after a
   * failure the processor must send it again.
   *
   * @throws Problem `payment_event_invalid` for an invalid signature; `payment_failed`, `store_unavailable`
   */
  takeEvent(body: Uint8Array, signature: string | undefined, traceId: string): Promise<void>
  /** Reconciles customers whose events may have been lost (`src/manage/billing/due-looks.ts`). @throws errors of the store */
  lookUpDue(signal: AbortSignal): Promise<void>
}

/** Attempts against concurrent writes while a checkout is started. */
const ATTEMPTS = 6

/** By then a started checkout was paid or not; its event may be lost. */
const PAID_WITHIN_MS = 60 * 60_000

export const managedBilling = (parts: BillingParts): ManagedBilling => {
  const { store, processor, portalUrl, trialDays } = parts
  const look = sharedLooks(parts)
  const refused = refusedSignatures(parts.observe)
  const unsubscribed = async (own: OrganizationRef): Promise<Billing | undefined> => {
    const organization = await store.organizations.find(own)
    if (organization === undefined) throw new Problem('organization_not_found')
    if (isRunning(organization.billing)) throw new Problem('subscription_exists')
    return organization.billing
  }
  const plans = [...new Set(processor.planOfPrice.values())]
  return {
    plans,
    async order(organization, { plan, successUrl, cancelUrl, traceId }) {
      if (processor.name === 'manual' || portalUrl === undefined) throw new Problem('payments_manual')
      if (!plans.includes(plan))
        throw invalidField('plan', `must be one of the plans that can be bought: ${plans.join(', ')}`)
      const at = (field: string, given: string | undefined, path: string) =>
        returnAddress(portalUrl, { field, given, path })
      const back = {
        successUrl: at('success_url', successUrl, '/billing?checkout=done'),
        cancelUrl: at('cancel_url', cancelUrl, '/billing?checkout=cancelled'),
      }
      const { id: organizationId, name: organizationName, billing } = organization
      const customerId = billing?.customerId
      const isClear = customerId === undefined || (await look({ organizationId, customerId, traceId }))
      const own = await unsubscribed({ organizationId })
      return {
        organizationId,
        organizationName,
        plan,
        ...back,
        // Of what nothing can be made, a trial may have been a part. Who has had a subscription stays one who has.
        trialDays: isClear && own?.processor !== 'stripe' ? trialDays : undefined,
      }
    },
    async checkout(order) {
      const own = { organizationId: order.organizationId }
      let gone: string | undefined
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const billing = await unsubscribed(own)
        const known = billing?.customerId === gone ? undefined : billing?.customerId
        const customerId = known ?? (await processor.makeCustomer(order))
        const change = bound(billing, customerId)
        let version = billing?.version ?? 0
        if (known !== undefined) await processor.expireOpen({ ...own, customerId })
        // No key or search of the processor's finds it again: several installations may sell through one account.
        else if (await store.organizations.changeBilling(own, version, change)) version++
        else continue
        const url = await processor.beginCheckout(order, customerId)
        if (url === undefined) gone = customerId
        // The page of the overtaken checkout was not returned: nothing can be bought on it.
        else if (await store.organizations.changeBilling(own, version, change)) return url
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
      if (event === undefined) {
        if (processor.name !== 'manual') refused()
        throw new Problem('payment_event_invalid')
      }
      const { id, customerId } = event
      const found = customerId === undefined ? undefined : await store.organizations.findByCustomer(customerId)
      if (found === undefined || customerId === undefined) return
      const own = { organizationId: found.id }
      if (await store.paymentEvents.has(own, id)) return
      if (await look({ ...own, customerId, traceId })) await store.paymentEvents.add(own, id)
    },
    lookUpDue: dueLooks({ ...parts, look }),
  }
}

/** Ends what an organization pays for. @throws Problem `payment_failed` */
export const endPaying = async (
  processor: PaymentProcessor,
  { id: organizationId, billing }: Pick<Organization, 'id' | 'billing'>,
): Promise<void> => {
  if (billing?.customerId === undefined) return
  // Without a processor only organizations with an earlier purchase have anything to reconcile.
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
  'The payment processor does not know the customer of this organization, and nothing was changed: the operator of this installation can unlink the customer (tabletalk org set --customer none --force).'

/** Whether the processor takes money for it. */
export const isRunning = (billing: Billing | undefined): boolean =>
  billing?.processor === 'stripe' && billing.status !== 'canceled' && billing.status !== 'none'

/** The customer alone: what is paid for by now stays as it is. Of another customer no subscription is known yet. */
const bound = (billing: Billing = NOTHING, customerId: string) => {
  const { version: _, subscriptionId: __, ...state } = billing
  return { billing: { ...state, customerId }, dueAt: new Date(Date.now() + PAID_WITHIN_MS) }
}

const NOTHING: Billing = { processor: 'manual', status: 'active', version: 0 }
