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

/** What somebody asks to buy. */
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
   * What a checkout is begun with. What was bought may not be told of yet: it is looked up.
   * @throws Problem `payments_manual`, `subscription_exists`, `input_invalid` of a plan that is not sold or an address that
   * leads elsewhere, `payment_failed`, `organization_not_found`
   */
  order(organization: Organization, request: CheckoutRequest): Promise<CheckoutOrder>
  /**
   * Begins a checkout, and binds the organization to its customer: as soon as there is one, so that the next checkout finds
   * it whatever fails. It always writes before it gives the page, so that none is open of which a removal, or another
   * checkout, has not seen that it was begun; and it closes those that were begun before, so that one can be paid.
   * @returns the page on which it goes on
   * @throws Problem `payment_failed`, `subscription_exists`, `organization_not_found`; `store_unavailable` where others write
   * all the time
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
  /** Looks up some of those whose events may have been lost (`src/manage/billing/due-looks.ts`). @throws what the store says */
  lookUpDue(signal: AbortSignal): Promise<void>
}

/** However often somebody else writes while a checkout is begun. */
const ATTEMPTS = 6

/** By then somebody who has begun a checkout has paid, or has not: an event that would tell of it may be lost. */
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
        // Nobody knows the page of who is overtaken here: it sells nothing.
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
