import { randomUUID } from 'node:crypto'
import type { Observe } from '../../platform/observation.ts'
import type { StorePart } from '../../store/store.ts'
import type { PaymentProcessor } from './payment-processor.ts'
import type { Look } from './shared-looks.ts'

export interface DueLookParts {
  readonly store: StorePart<{ organizations: 'takeDueBilling' }>
  readonly processor: Pick<PaymentProcessor, 'name'>
  readonly observe: Observe
  /** Takes one of the reconciliations that all processes together may make in an interval; false where none is left. */
  mayLook(): Promise<boolean>
}

/** Of one call, one after the other. */
const LOOKS_MAX = 20
/** Per call: an unavailable processor is not asked for every customer. */
const FAILURES_MAX = 3
/** What could not be looked up, or was taken by a process that died, is looked up again after this. */
const AGAIN_MS = 60 * 60_000

/**
 * Reconciles customers that were not reconciled for a day, as after an event: an event may be lost, and would be missed
 * for ever. A bounded number per call, longest overdue first; workers call it periodically, and each customer is leased
 * by one of them. After a failure the state is unchanged.
 *
 * @returns a function that reconciles some customers until the signal aborts; a concurrent call joins the running one.
 * It throws errors of the store
 */
export const dueLooks = ({
  store,
  processor,
  observe,
  mayLook,
  look,
}: DueLookParts & { readonly look: Look }): ((signal: AbortSignal) => Promise<void>) => {
  const lookUp = async (signal: AbortSignal): Promise<void> => {
    let failures = 0
    for (let looks = 0; looks < LOOKS_MAX && failures < FAILURES_MAX && !signal.aborted; looks++) {
      if (!(await mayLook())) return
      const now = Date.now()
      const due = await store.organizations.takeDueBilling(new Date(now), new Date(now + AGAIN_MS))
      if (due === undefined) return
      try {
        await look({ ...due, traceId: randomUUID() })
      } catch (error) {
        failures++
        observe({ kind: 'billing_reconciliation_failed', organizationId: due.organizationId, error })
      }
    }
  }
  let running: Promise<void> | undefined
  return async (signal) => {
    if (processor.name === 'manual') return
    running ??= lookUp(signal).finally(() => {
      running = undefined
    })
    await running
  }
}
