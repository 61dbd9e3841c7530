import { Problem } from '../../platform/problems/problem.ts'
import type { PaymentProcessor } from './payment-processor.ts'

const NOT_ENDED =
  'The subscription cannot be cancelled because no payment processor is configured, and nothing was changed: the operator of this installation can configure one (TABLETALK_PAYMENTS), or unlink the customer if nothing is paid any more (tabletalk org set --customer none --force).'

const notHere = async (): Promise<never> => {
  throw new Problem('payments_manual')
}

/** No payment processor: operators set plans and their end (`tabletalk org set`). */
export const manualProcessor = (): PaymentProcessor => ({
  name: 'manual',
  planOfPrice: new Map(),
  makeCustomer: notHere,
  beginCheckout: notHere,
  openPortal: notHere,
  readEvent: async () => undefined,
  subscriptionsOf: notHere,
  expireOpen: notHere,
  async endAll() {
    // It was bought when there was a processor, who would go on to take money.
    throw new Problem('payment_failed', { message: NOT_ENDED, transient: false })
  },
})
