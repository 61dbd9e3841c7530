import { randomUUID } from 'node:crypto'
import type { Observe } from '../../platform/observation.ts'
import type { StorePart } from '../../store/store.ts'
import type { PaymentProcessor } from './payment-processor.ts'
import type { Reconcile } from './shared-reconciliations.ts'

export interface DueReconciliationParts {
  readonly store: StorePart<{ organizations: 'leaseDueReconciliation' }>
  readonly processor: Pick<PaymentProcessor, 'name'>
  readonly observe: Observe
  /** Takes one of the reconciliations that all processes together may start in a period; false if none is left. */
  mayReconcile(): Promise<boolean>
}

/** Maximum reconciliations per call, run one after the other. */
const RECONCILIATIONS_MAX = 20
/** Failures after which a call stops, so that a processor that is down is not asked for every customer. */
const FAILURES_MAX = 3
/** Lease of a customer: after a failure, or the death of the process, the customer is due again. */
const LEASE_MS = 60 * 60_000

/**
 * Reconciles customers that were not reconciled for a day, because a lost event would otherwise never take effect. Each
 * call processes some of them, longest overdue first; it is called repeatedly in every process, and a lease gives each
 * customer to one process. A failure changes nothing.
 * @returns a function that reconciles until the signal aborts; a concurrent call joins the running one. It throws
 * errors of the store
 */
export const reconcileDueCustomers = ({
  store,
  processor,
  observe,
  mayReconcile,
  reconcile,
}: DueReconciliationParts & { readonly reconcile: Reconcile }): ((signal: AbortSignal) => Promise<void>) => {
  const reconcileDue = async (signal: AbortSignal): Promise<void> => {
    let failures = 0
    for (let count = 0; count < RECONCILIATIONS_MAX && failures < FAILURES_MAX && !signal.aborted; count++) {
      if (!(await mayReconcile())) return
      const now = Date.now()
      const due = await store.organizations.leaseDueReconciliation(new Date(now), new Date(now + LEASE_MS))
      if (due === undefined) return
      try {
        await reconcile({ ...due, traceId: randomUUID() })
      } catch (error) {
        failures++
        observe({ kind: 'billing_reconciliation_failed', organizationId: due.organizationId, error })
      }
    }
  }
  let running: Promise<void> | undefined
  return async (signal) => {
    if (processor.name === 'manual') return
    running ??= reconcileDue(signal).finally(() => {
      running = undefined
    })
    await running
  }
}
