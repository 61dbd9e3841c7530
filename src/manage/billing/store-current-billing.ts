import type { Observe } from '../../platform/observation.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import { changesOf } from '../audit/rules/audit.ts'
import type { BillingChange } from '../organizations/store/organizations.ts'
import type { PaymentProcessor } from './payment-processor.ts'
import type { Billing } from './rules/billing.ts'
import { billingChanges } from './rules/billing-changes.ts'
import { currentSubscription } from './rules/current-subscription.ts'

export interface ReconciliationParts {
  readonly store: Pick<Store, 'audit' | 'organizations'>
  readonly processor: PaymentProcessor
  readonly observe: Observe
}

/** The customer to reconcile, and the trace id of the request. */
export interface Customer {
  readonly organizationId: number
  readonly customerId: string
  readonly traceId: string
}

/** A customer is reconciled again after this time, because an event may be lost. */
const RECONCILE_AFTER_MS = 24 * 60 * 60_000

/** Retries while other requests write the organization. */
const ATTEMPTS = 5

/**
 * Stores the subscription state of an organization as it is at the processor now. The stored version is read before the
 * state is requested, and the write requires that version, even if nothing has changed: of two concurrent
 * reconciliations one starts again, so that neither can restore an outdated state.
 * @param deadline after which no new attempt starts
 * @returns whether the processor's data was unambiguous; otherwise the plan is unchanged, and operators are notified
 * @throws Problem `payment_failed`; `store_unavailable` after too many concurrent writes
 */
export const storeCurrentBilling = async (
  parts: ReconciliationParts,
  customer: Customer,
  deadline: AbortSignal,
): Promise<boolean> => {
  for (let attempt = 0; attempt < ATTEMPTS && !deadline.aborted; attempt++) {
    const outcome = await reconcileOnce(parts, customer, deadline)
    if (outcome !== 'overtaken') return outcome === 'settled'
  }
  throw new Problem('store_unavailable')
}

const reconcileOnce = async (
  { store, processor, observe }: ReconciliationParts,
  { organizationId, customerId, traceId }: Customer,
  deadline: AbortSignal,
): Promise<'settled' | 'unclear' | 'overtaken'> => {
  const own = { organizationId }
  const organization = await store.organizations.find(own)
  const billing = organization?.billing
  // The organization was removed or has another customer, so this customer's state is irrelevant.
  if (billing?.customerId !== customerId || organization === undefined) return 'settled'
  const payer = { ...own, customerId, subscriptionId: billing.subscriptionId }
  const subscriptions = await processor.subscriptionsOf(payer, deadline)
  const { planOfPrice } = processor
  const reconciledAt = Date.now()
  const [now, dueAt] = [new Date(reconciledAt).toISOString(), new Date(reconciledAt + RECONCILE_AFTER_MS)]
  const subscribed = { organizationId, plan: organization.plan, billing }
  const current =
    subscriptions === 'too_many'
      ? ({ kind: 'unclear', reason: subscriptions } as const)
      : currentSubscription(subscriptions, subscribed, { planOfPrice, now })
  if (current.kind === 'unclear') {
    observe({ kind: 'billing_anomaly_detected', organizationId, reason: current.reason })
    await store.organizations.setReconciliationDue(own, dueAt)
    return 'unclear'
  }
  const unchanged: BillingChange = { billing: withoutVersion(billing), dueAt }
  if (current.kind === 'unsubscribed')
    return (await store.organizations.changeBilling(own, billing.version, unchanged)) ? 'settled' : 'overtaken'
  if (current.isPaidTwice) observe({ kind: 'billing_anomaly_detected', organizationId, reason: 'paid_twice' })
  if (current.isPriceUnknown) observe({ kind: 'billing_anomaly_detected', organizationId, reason: 'price_unknown' })
  // An event with an unknown price is not marked as handled: it can be sent again after an operator has assigned the
  // price.
  const written = current.isPriceUnknown ? 'unclear' : 'settled'
  const changes = billingChanges(organization, current)
  const change: BillingChange = { billing: { ...agreedFields(billing), ...current.state }, plan: current.plan, dueAt }
  const write = (version: number) => store.organizations.changeBilling(own, version, change)
  if (Object.keys(changes).length === 0) return (await write(billing.version)) ? written : 'overtaken'
  // After a purchase, other open checkouts would sell a second subscription. They are expired before the write, so that
  // a failure repeats this step.
  if ('subscription_id' in changes) await processor.expireOpenCheckouts(payer, deadline)
  // A write without changes comes first, so that a reconciliation that lost the race adds no audit entry.
  if (!(await store.organizations.changeBilling(own, billing.version, unchanged))) return 'overtaken'
  const recorded = {
    ...({ actor: { kind: 'processor' }, action: 'billing.changed', subject: String(organizationId) } as const),
    traceId,
    changes: changesOf(changes),
  }
  try {
    await store.audit.record(own, recorded, {
      write: () => write(billing.version + 1).then(requireWritten),
      isRefusal: isOvertaken,
    })
    return written
  } catch (error) {
    if (isOvertaken(error)) return 'overtaken'
    throw error
  }
}

const withoutVersion = ({ version: _, ...rest }: Billing): Omit<Billing, 'version'> => rest

/** The fields that the processor does not set. */
const agreedFields = ({ customerId, graceDays }: Billing): Pick<Billing, 'customerId' | 'graceDays'> => ({
  ...(customerId === undefined ? {} : { customerId }),
  ...(graceDays === undefined ? {} : { graceDays }),
})

/** The organization was written after its version was read. */
class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

const isOvertaken = (error: unknown): boolean => error instanceof Overtaken

const requireWritten = (isWritten: boolean): void => {
  if (!isWritten) throw new Overtaken()
}
