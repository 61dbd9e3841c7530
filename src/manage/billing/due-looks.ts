import { randomUUID } from 'node:crypto'
import type { Observe } from '../../platform/observation.ts'
import type { StorePart } from '../../store/store.ts'
import type { PaymentProcessor } from './payment-processor.ts'
import type { Look } from './shared-looks.ts'

export interface DueLookParts {
  readonly store: StorePart<{ organizations: 'takeDueBilling' }>
  readonly processor: Pick<PaymentProcessor, 'name'>
  readonly observe: Observe
  /** Takes one of the looks that all processes together may make in a while; false where none is left. */
  mayLook(): Promise<boolean>
}

/** Of one call, one after the other. */
const LOOKS_MAX = 20
/** Of one call: a processor that is away is not asked for everybody. */
const FAILURES_MAX = 3
/** What could not be looked up, or was taken by a process that died, is looked up again after this. */
const AGAIN_MS = 60 * 60_000

/**
 * Looks up what customers pay for of whom nobody has looked for a day, as an event has it done: an event may be lost, and what
 * it would have told holds here for ever. Some at a time, those that are due for longest first: whoever calls this does so again
 * and again, in as many processes as there are, and each customer is taken by one of them. What fails is as it was.
 *
 * @returns looks some up, and stops where the signal says so; a second call goes along with the one that runs. It throws
 * what the store says
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
