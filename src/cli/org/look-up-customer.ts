import { randomUUID } from 'node:crypto'
import type { Billing } from '../../domain/billing/billing.ts'
import { Problem } from '../../domain/problem.ts'
import { openProcessor } from '../../payments/open-processor.ts'
import { sharedLooks } from '../../payments/shared-looks.ts'
import type { Operator } from '../with-store.ts'

/** What came of looking up a customer that was bound just now. */
export type FoundCustomer =
  | { readonly kind: 'found'; readonly plan: string; readonly billing: Billing }
  /** Nothing was ever bought: what was agreed stays. */
  | { readonly kind: 'nothing' }
  /** Why nothing can be made of what the processor says. */
  | { readonly kind: 'unclear'; readonly reasons: readonly string[] }
  /** It could not be looked up, and is later: a worker does that. */
  | { readonly kind: 'later' }

/**
 * Looks up what a customer pays for, and writes it, as an event of the processor has it done.
 *
 * @returns undefined where there is no processor, or the organization has another customer by now
 */
export const lookUpCustomer = async (
  { store, config }: Pick<Operator, 'store' | 'config'>,
  organizationId: number,
  customerId: string,
): Promise<FoundCustomer | undefined> => {
  const processor = openProcessor(config.payments.stripe)
  if (processor.name === 'manual') return undefined
  const reasons: string[] = []
  const look = sharedLooks({
    ...{ store, processor },
    observe: (observation) => {
      if (observation.kind === 'billing_anomaly_detected') reasons.push(observation.reason)
    },
  })
  try {
    const isClear = await look({ organizationId, customerId, traceId: randomUUID() })
    if (!isClear) return { kind: 'unclear', reasons }
  } catch (error) {
    if (error instanceof Problem) return { kind: 'later' }
    throw error
  }
  const { plan, billing } = (await store.organizations.find({ organizationId })) ?? {}
  if (plan === undefined || billing?.customerId !== customerId) return undefined
  return billing.subscriptionId === undefined ? { kind: 'nothing' } : { kind: 'found', plan, billing }
}

/** The same in words, for a terminal. */
export const foundText = (found: FoundCustomer): string => {
  switch (found.kind) {
    case 'found':
      return `At the payment processor, the customer has the plan ${found.plan} with status ${found.billing.status}.\n`
    case 'nothing':
      return 'The customer has no subscription at the payment processor.\n'
    case 'unclear':
      return `The subscription of the customer does not map to a plan (${found.reasons.join(', ')}). The plan is unchanged. See docs/billing.md.\n`
    case 'later':
      return 'The payment processor could not be reached. The subscription of the customer is looked up later.\n'
  }
}

/** The same in the fields of a JSON document. */
export const foundFields = (found: FoundCustomer) => ({
  looked_up: found.kind,
  ...(found.kind === 'found' ? { plan: found.plan, billing_status: found.billing.status } : {}),
  ...(found.kind === 'unclear' ? { reasons: found.reasons } : {}),
})
