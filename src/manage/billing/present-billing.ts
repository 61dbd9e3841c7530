import type { Observe } from '../../platform/observation.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import { changesOf } from '../audit/rules/audit.ts'
import type { BillingChange } from '../organizations/store/organizations.ts'
import type { PaymentProcessor } from './payment-processor.ts'
import type { Billing } from './rules/billing.ts'
import { billingChanges } from './rules/billing-changes.ts'
import { presentState } from './rules/present-state.ts'

export interface PresentParts {
  readonly store: Pick<Store, 'audit' | 'organizations'>
  readonly processor: PaymentProcessor
  readonly observe: Observe
}

/** Whose subscriptions are looked up, and in which request. */
export interface Customer {
  readonly organizationId: number
  readonly customerId: string
  readonly traceId: string
}

/** Interval of automatic reconciliation: an event may have been lost. */
const LOOKED_AGAIN_MS = 24 * 60 * 60_000

/** Attempts against concurrent writes. */
const ATTEMPTS = 5

/**
 * Stores the current billing state of an organization. The state is read from the processor after the stored version,
 * and written by compare-and-set on that version, also when nothing has changed: of two concurrent reconciliations one
 * starts again, so that neither restores an older state.
 *
 * @param deadline after which it is not started again
 * @returns whether the state was clear: else the plan is unchanged, and operators are notified
 * @throws Problem `payment_failed`; `store_unavailable` after too many concurrent writes
 */
export const writePresentBilling = async (
  parts: PresentParts,
  customer: Customer,
  deadline: AbortSignal,
): Promise<boolean> => {
  for (let attempt = 0; attempt < ATTEMPTS && !deadline.aborted; attempt++) {
    const outcome = await lookAndWrite(parts, customer, deadline)
    if (outcome !== 'overtaken') return outcome === 'settled'
  }
  throw new Problem('store_unavailable')
}

const lookAndWrite = async (
  { store, processor, observe }: PresentParts,
  { organizationId, customerId, traceId }: Customer,
  deadline: AbortSignal,
): Promise<'settled' | 'unclear' | 'overtaken'> => {
  const own = { organizationId }
  const organization = await store.organizations.find(own)
  const billing = organization?.billing
  // Gone, or of another customer by now: what this one pays for says nothing of it.
  if (billing?.customerId !== customerId || organization === undefined) return 'settled'
  const payer = { ...own, customerId, subscriptionId: billing.subscriptionId }
  const subscriptions = await processor.subscriptionsOf(payer, deadline)
  const { planOfPrice } = processor
  const lookedAt = Date.now()
  const [now, dueAt] = [new Date(lookedAt).toISOString(), new Date(lookedAt + LOOKED_AGAIN_MS)]
  const subscribed = { organizationId, plan: organization.plan, billing }
  const present =
    subscriptions === 'too_many'
      ? ({ kind: 'unclear', reason: subscriptions } as const)
      : presentState(subscriptions, subscribed, { planOfPrice, now })
  if (present.kind === 'unclear') {
    observe({ kind: 'billing_anomaly_detected', organizationId, reason: present.reason })
    await store.organizations.putBillingDue(own, dueAt)
    return 'unclear'
  }
  const asBefore: BillingChange = { billing: kept(billing), dueAt }
  if (present.kind === 'unsubscribed')
    return (await store.organizations.changeBilling(own, billing.version, asBefore)) ? 'settled' : 'overtaken'
  if (present.isPaidTwice) observe({ kind: 'billing_anomaly_detected', organizationId, reason: 'paid_twice' })
  if (present.isPriceUnknown) observe({ kind: 'billing_anomaly_detected', organizationId, reason: 'price_unknown' })
  // An event with an unknown price is not settled until an operator configures the price: it may come again then.
  const written = present.isPriceUnknown ? 'unclear' : 'settled'
  const changes = billingChanges(organization, present)
  const change: BillingChange = { billing: { ...agreed(billing), ...present.state }, plan: present.plan, dueAt }
  const write = (version: number) => store.organizations.changeBilling(own, version, change)
  if (Object.keys(changes).length === 0) return (await write(billing.version)) ? written : 'overtaken'
  // It has bought: pages that were begun besides would sell it another one. Before it is written, so that none is forgotten.
  if ('subscription_id' in changes) await processor.expireOpen(payer, deadline)
  // First a write that changes nothing: who is overtaken by then has no entry in the log, of a change that others made.
  if (!(await store.organizations.changeBilling(own, billing.version, asBefore))) return 'overtaken'
  const recorded = {
    ...({ actor: { kind: 'processor' }, action: 'billing.changed', subject: String(organizationId) } as const),
    traceId,
    changes: changesOf(changes),
  }
  try {
    await store.audit.record(own, recorded, {
      write: () => write(billing.version + 1).then(orOvertaken),
      isRefusal: isOvertaken,
    })
    return written
  } catch (error) {
    if (isOvertaken(error)) return 'overtaken'
    throw error
  }
}

const kept = ({ version: _, ...rest }: Billing): Omit<Billing, 'version'> => rest

/** What is not the processor's to say. */
const agreed = ({ customerId, graceDays }: Billing): Pick<Billing, 'customerId' | 'graceDays'> => ({
  ...(customerId === undefined ? {} : { customerId }),
  ...(graceDays === undefined ? {} : { graceDays }),
})

/** A concurrent write has changed the version. */
class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

const isOvertaken = (error: unknown): boolean => error instanceof Overtaken

const orOvertaken = (isWritten: boolean): void => {
  if (!isWritten) throw new Overtaken()
}
