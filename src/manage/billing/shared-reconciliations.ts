import PQueue from 'p-queue'
import { rejectOnAbort } from '../../platform/network/reject-on-abort.ts'
import type { Observation } from '../../platform/observation.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { type Customer, type ReconciliationParts, storeCurrentBilling } from './store-current-billing.ts'

/** Reconciles a customer; results and errors as `storeCurrentBilling`. */
export type Reconcile = (customer: Customer) => Promise<boolean>

interface TimeLimits {
  /**
   * Time limit for callers, and for starting attempts. A processor waits about as long for the response to an event.
   */
  readonly withinMs?: number
  /** Concurrent reconciliations per process. */
  readonly atOnce?: number
}

const WITHIN_MS = 20_000
const AT_ONCE = 8
/** Maximum queued organizations; events of others are sent again. */
const WAITING_MAX = 1_000

/**
 * Deduplicates reconciliations: a checkout causes about ten events at once. Callers that arrive during a reconciliation
 * share the next one, because the running one may have read the state before their event.
 * @returns reconciles with a time limit: Problem `payment_failed`; `store_unavailable` if the queue is full
 */
export const sharedReconciliations = (
  parts: ReconciliationParts,
  { withinMs = WITHIN_MS, atOnce = AT_ONCE }: TimeLimits = {},
): Reconcile => {
  const queue = new PQueue({ concurrency: atOnce })
  const running = new Map<string, Promise<boolean>>()
  const next = new Map<string, Promise<boolean>>()
  const begin = async (key: string, customer: Customer): Promise<boolean> => {
    await running.get(key)?.catch(() => undefined)
    return await queue.add(async () => {
      next.delete(key)
      const run = observed(parts, customer, storeCurrentBilling(parts, customer, AbortSignal.timeout(withinMs)))
      running.set(key, run)
      return await run.finally(() => running.delete(key))
    })
  }
  const joinNext = (customer: Customer): Promise<boolean> => {
    const key = `${customer.organizationId} ${customer.customerId}`
    const shared = next.get(key)
    if (shared !== undefined) return shared
    if (next.size >= WAITING_MAX) throw new Problem('store_unavailable')
    const begun = begin(key, customer)
    next.set(key, begun)
    return begun
  }
  return async (customer) => {
    const deadline = AbortSignal.timeout(withinMs)
    return await rejectOnAbort(joinNext(customer), deadline).catch((error: unknown) => {
      if (error === deadline.reason) throw new Problem('payment_failed', { cause: error })
      throw error
    })
  }
}

/** Reports the outcome of a reconciliation. */
const observed = async (
  { observe }: Pick<ReconciliationParts, 'observe'>,
  { organizationId }: Customer,
  reconciliation: Promise<boolean>,
): Promise<boolean> => {
  const report = (outcome: BillingOutcome) => observe({ kind: 'billing_reconciliation_ended', organizationId, outcome })
  try {
    const isClear = await reconciliation
    report(isClear ? 'succeeded' : 'anomaly')
    return isClear
  } catch (error) {
    report(error instanceof Problem && error.problem === 'payment_failed' ? 'processor_unreachable' : 'failed')
    throw error
  }
}

type BillingOutcome = Extract<Observation, { kind: 'billing_reconciliation_ended' }>['outcome']
