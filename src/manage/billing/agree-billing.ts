import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import { hasActiveSubscription } from './managed-billing.ts'
import type { PaymentProcessor } from './payment-processor.ts'
import { agreedBilling, type BillingAgreement, setsProcessorDates } from './rules/agreed-billing.ts'
import type { Billing } from './rules/billing.ts'
import { sharedReconciliations } from './shared-reconciliations.ts'
import type { ReconciliationParts } from './store-current-billing.ts'

/** Retries while events of the payment processor change the organization. */
const ATTEMPTS = 5

interface AgreeOptions {
  /** Whether the subscription status set by an operator is removed; setting a date removes it as well. */
  readonly isTakenBack?: boolean
  /** Whether a customer with an active subscription may be unlinked. */
  readonly isForced?: boolean
}

/**
 * Stores what an operator agrees with an organization.
 * @throws Problem `organization_not_found`; `state_invalid` if the organization has bought what the agreement would
 * change
 */
export const agreeBilling = async (
  { store }: { readonly store: Pick<Store, 'organizations'> },
  own: OrganizationRef,
  agreement: BillingAgreement,
  { isTakenBack = false, isForced = false }: AgreeOptions = {},
): Promise<void> => {
  const { organizationId: id } = own
  const { customerId } = agreement
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const organization = await store.organizations.find(own)
    if (organization === undefined) throw new Problem('organization_not_found')
    const { billing } = organization
    const isNewCustomer = customerId !== undefined && (customerId ?? undefined) !== billing?.customerId
    if (isNewCustomer && hasActiveSubscription(billing) && !isForced)
      throw refused(
        `Customer ${billing?.customerId} of organization ${id} has an active subscription, which would continue to be charged and would no longer be tracked here. Cancel it at the payment processor first, or add --force.`,
      )
    const payer = typeof customerId === 'string' ? await store.organizations.findByCustomer(customerId) : undefined
    if (payer !== undefined && payer.id !== id)
      throw refused(
        `${customerId} is already the customer of organization ${payer.id}. Use another customer, or unlink it from that organization first (--customer none).`,
      )
    const setsDates = setsProcessorDates(agreement)
    if (setsDates && billing !== undefined && billing.processor !== 'manual')
      throw refused(
        `Organization ${id} is billed by ${billing.processor}, which sets these dates. Change them there, or unlink the customer if nothing is paid there any more (--customer none --force). --subscription and --grace-days can be set here.`,
      )
    const change = {
      billing: agreedBilling(billing, agreement),
      ...(setsDates || isTakenBack ? { subscription: null } : {}),
      // The new customer was never reconciled: a worker does it unless the caller does.
      ...(isNewCustomer ? { dueAt: new Date() } : {}),
    }
    if (await store.organizations.changeBilling(own, billing?.version ?? 0, change)) return
  }
  throw new Problem('store_unavailable')
}

const refused = (message: string): Problem => new Problem('state_invalid', { message })

/** The result of reconciling a customer that was just linked. */
export type CustomerReconciliation =
  | { readonly kind: 'found'; readonly plan: string; readonly billing: Billing }
  /** Nothing was ever bought: the agreement stays. */
  | { readonly kind: 'nothing' }
  /** The processor's data is ambiguous, for these reasons. */
  | { readonly kind: 'unclear'; readonly reasons: readonly string[] }
  /** The processor could not be reached; a worker tries again. */
  | { readonly kind: 'later' }

/**
 * Reconciles a customer's subscriptions with the processor, as an event of the processor does.
 * @returns undefined without a processor, or if the organization has another customer in the meantime
 */
export const reconcileCustomer = async (
  { store, processor }: { readonly store: ReconciliationParts['store']; readonly processor: PaymentProcessor },
  customer: { readonly organizationId: number; readonly customerId: string; readonly traceId: string },
): Promise<CustomerReconciliation | undefined> => {
  if (processor.name === 'manual') return undefined
  const reasons: string[] = []
  const reconcile = sharedReconciliations({
    store,
    processor,
    observe: (observation) => {
      if (observation.kind === 'billing_anomaly_detected') reasons.push(observation.reason)
    },
  })
  try {
    if (!(await reconcile(customer))) return { kind: 'unclear', reasons }
  } catch (error) {
    if (error instanceof Problem) return { kind: 'later' }
    throw error
  }
  const { plan, billing } = (await store.organizations.find(customer)) ?? {}
  if (plan === undefined || billing?.customerId !== customer.customerId) return undefined
  return billing.subscriptionId === undefined ? { kind: 'nothing' } : { kind: 'found', plan, billing }
}
