import type { Organization, Plan } from '../../access/rules/organization.ts'
import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { invalidField, Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import { type DueReconciliationParts, reconcileDueCustomers } from './due-reconciliations.ts'
import type { CheckoutOrder, PaymentProcessor } from './payment-processor.ts'
import { rejectedSignatureCounter } from './rejected-signatures.ts'
import { returnAddress } from './return-address.ts'
import type { Billing } from './rules/billing.ts'
import { sharedReconciliations } from './shared-reconciliations.ts'
import type { ReconciliationParts } from './store-current-billing.ts'

interface BillingParts extends ReconciliationParts, Pick<DueReconciliationParts, 'mayReconcile'> {
  readonly store: ReconciliationParts['store'] &
    DueReconciliationParts['store'] &
    Pick<Store, 'organizations' | 'paymentEvents'>
  /** The portal to which browsers return; set if plans can be bought. */
  readonly portalUrl: string | undefined
  /** Length of the trial of a first subscription, in days. */
  readonly trialDays: number | undefined
}

interface CheckoutRequest {
  readonly traceId: string
  readonly plan: Plan
  readonly successUrl: string | undefined
  readonly cancelUrl: string | undefined
}

/** Billing operations of an organization's owners. */
export interface ManagedBilling {
  /** The plans that can be bought. */
  readonly plans: readonly Plan[]
  /**
   * Prepares a checkout. Reconciles first, because an event about an earlier purchase may not have arrived.
   * @throws Problem `payments_manual`, `subscription_exists`, `input_invalid` for a plan that is not sold or a URL
   * outside the portal, `payment_failed`, `organization_not_found`
   */
  order(organization: Organization, request: CheckoutRequest): Promise<CheckoutOrder>
  /**
   * Starts a checkout. The organization is linked to its customer as soon as that exists, so that the next checkout
   * finds it after any failure. The organization is always written before the page is returned, so that a removal or
   * another checkout notices it; checkouts started earlier are expired, so that only one can be paid.
   * @returns the checkout page
   * @throws Problem `payment_failed`, `subscription_exists`, `organization_not_found`; `store_unavailable` after too
   * many concurrent writes
   */
  checkout(order: CheckoutOrder): Promise<string>
  /** @throws Problem `payments_manual`, `customer_missing`, `payment_failed`, `input_invalid` of `returnUrl` */
  portal(organization: Organization, returnUrl: string | undefined): Promise<string>
  /**
   * Handles an event of the processor by reconciling its customer. A handled event is not handled again; after a
   * failure the event must be sent again.
   * @throws Problem `payment_event_invalid` if the signature is invalid; `payment_failed`, `store_unavailable`
   */
  handleEvent(body: Uint8Array, signature: string | undefined, traceId: string): Promise<void>
  /** Reconciles customers whose events may have been lost. @throws errors of the store */
  reconcileDue(signal: AbortSignal): Promise<void>
  /** Cancels the subscriptions of an organization that is to be removed. @throws Problem `payment_failed` */
  cancelSubscriptions(organization: Pick<Organization, 'id' | 'billing'>): Promise<void>
}

/** Retries while other requests write the organization. */
const ATTEMPTS = 6

/** A checkout is paid within this time or never; then the organization is reconciled, as events may be lost. */
const PAID_WITHIN_MS = 60 * 60_000

export const managedBilling = (parts: BillingParts): ManagedBilling => {
  const { store, processor, portalUrl, trialDays } = parts
  const reconcile = sharedReconciliations(parts)
  const recordRefusedSignature = rejectedSignatureCounter(parts.observe)
  const requireUnsubscribed = async (own: OrganizationRef): Promise<Billing | undefined> => {
    const organization = await store.organizations.find(own)
    if (organization === undefined) throw new Problem('organization_not_found')
    if (hasActiveSubscription(organization.billing)) throw new Problem('subscription_exists')
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
      const isClear = customerId === undefined || (await reconcile({ organizationId, customerId, traceId }))
      const own = await requireUnsubscribed({ organizationId })
      return {
        organizationId,
        organizationName,
        plan,
        ...back,
        // No trial if the processor's data is ambiguous (it may include a trial), or after an earlier subscription.
        trialDays: isClear && own?.processor !== 'stripe' ? trialDays : undefined,
      }
    },
    async checkout(order) {
      const own = { organizationId: order.organizationId }
      let missingCustomerId: string | undefined
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const billing = await requireUnsubscribed(own)
        const knownCustomerId = billing?.customerId === missingCustomerId ? undefined : billing?.customerId
        const customerId = knownCustomerId ?? (await processor.makeCustomer(order))
        const change = withCustomer(billing, customerId)
        let version = billing?.version ?? 0
        if (knownCustomerId !== undefined) await processor.expireOpenCheckouts({ ...own, customerId })
        // Neither key nor search finds the customer again: several installations may share one account.
        else if (await store.organizations.changeBilling(own, version, change)) version++
        else continue
        const url = await processor.beginCheckout(order, customerId)
        if (url === undefined) missingCustomerId = customerId
        // A request that lost the race does not return its page, so nothing is sold on it.
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
    async handleEvent(body, signature, traceId) {
      const event = await processor.readEvent(body, signature)
      if (event === undefined) {
        if (processor.name !== 'manual') recordRefusedSignature()
        throw new Problem('payment_event_invalid')
      }
      const { id, customerId } = event
      const found = customerId === undefined ? undefined : await store.organizations.findByCustomer(customerId)
      if (found === undefined || customerId === undefined) return
      const own = { organizationId: found.id }
      if (await store.paymentEvents.has(own, id)) return
      if (await reconcile({ ...own, customerId, traceId })) await store.paymentEvents.add(own, id)
    },
    reconcileDue: reconcileDueCustomers({ ...parts, reconcile }),
    cancelSubscriptions: (organization) => cancelSubscriptions(processor, organization),
  }
}

/** Cancels an organization's subscriptions. @throws Problem `payment_failed` */
export const cancelSubscriptions = async (
  processor: PaymentProcessor,
  { id: organizationId, billing }: Pick<Organization, 'id' | 'billing'>,
): Promise<void> => {
  if (billing?.customerId === undefined) return
  // Without a processor, only an earlier purchase can still be running.
  if (processor.name === 'manual' && !hasActiveSubscription(billing)) return
  const isKnown = await processor.cancelAll({
    organizationId,
    customerId: billing.customerId,
    subscriptionId: billing.subscriptionId,
  })
  // The customer may belong to another account of the processor, where the subscription would continue.
  if (!isKnown && hasActiveSubscription(billing))
    throw new Problem('payment_failed', { message: CUSTOMER_GONE, transient: false })
}

const CUSTOMER_GONE =
  'The payment processor does not know the customer of this organization, and nothing was changed: the operator of this installation can unlink the customer (tabletalk org set --customer none --force).'

/** Whether a subscription at the processor is active. */
export const hasActiveSubscription = (billing: Billing | undefined): boolean =>
  billing?.processor === 'stripe' && billing.status !== 'canceled' && billing.status !== 'none'

/** Links the customer; the stored state stays, except the subscription, which belongs to the previous customer. */
const withCustomer = (billing: Billing = NOTHING, customerId: string) => {
  const { version: _, subscriptionId: __, ...state } = billing
  return { billing: { ...state, customerId }, dueAt: new Date(Date.now() + PAID_WITHIN_MS) }
}

const NOTHING: Billing = { processor: 'manual', status: 'active', version: 0 }
