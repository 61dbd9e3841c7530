import PQueue from 'p-queue'
import { orAborted } from '../../platform/network/or-aborted.ts'
import type { Observation } from '../../platform/observation.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { type Customer, type PresentParts, writePresentBilling } from './present-billing.ts'

/** Writes what an organization has paid for; what it gives and throws is said of `writePresentBilling`. */
export type Look = (customer: Customer) => Promise<boolean>

interface LookLimits {
  /**
   * Time limit of a caller, and of the attempts of a reconciliation. A processor waits about as long for the response
   * to an event.
   */
  readonly withinMs?: number
  /** Concurrent reconciliations of a process. */
  readonly atOnce?: number
}

const WITHIN_MS = 20_000
const AT_ONCE = 8
/** Organizations that are to be looked up next; the events of others come again. */
const WAITING_MAX = 1_000

/**
 * Reconciles customers, each once at a time: a checkout causes about ten events, which come together. Callers that
 * arrive during a run share the next one, because the running one may have read before their event.
 *
 * @returns a function with a time limit: Problem `payment_failed`; `store_unavailable` where too many wait
 */
export const sharedLooks = (parts: PresentParts, { withinMs = WITHIN_MS, atOnce = AT_ONCE }: LookLimits = {}): Look => {
  const queue = new PQueue({ concurrency: atOnce })
  const running = new Map<string, Promise<boolean>>()
  const next = new Map<string, Promise<boolean>>()
  const begin = async (key: string, customer: Customer): Promise<boolean> => {
    await running.get(key)?.catch(() => undefined)
    return await queue.add(async () => {
      next.delete(key)
      const look = counted(parts, customer, writePresentBilling(parts, customer, AbortSignal.timeout(withinMs)))
      running.set(key, look)
      return await look.finally(() => running.delete(key))
    })
  }
  const joined = (customer: Customer): Promise<boolean> => {
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
    return await orAborted(joined(customer), deadline).catch((error: unknown) => {
      if (error === deadline.reason) throw new Problem('payment_failed', { cause: error })
      throw error
    })
  }
}

/** Counts the outcomes of reconciliations. */
const counted = async (
  { observe }: Pick<PresentParts, 'observe'>,
  { organizationId }: Customer,
  look: Promise<boolean>,
): Promise<boolean> => {
  const tell = (outcome: BillingOutcome) => observe({ kind: 'billing_reconciliation_ended', organizationId, outcome })
  try {
    const isClear = await look
    tell(isClear ? 'succeeded' : 'anomaly')
    return isClear
  } catch (error) {
    tell(error instanceof Problem && error.problem === 'payment_failed' ? 'processor_unreachable' : 'failed')
    throw error
  }
}

type BillingOutcome = Extract<Observation, { kind: 'billing_reconciliation_ended' }>['outcome']
