import { Problem } from '../../platform/problems/problem.ts'
import type { PaymentProcessor } from './payment-processor.ts'

const NOT_ENDED =
  'The subscription cannot be cancelled because no payment processor is configured, and nothing was changed: the operator of this installation can configure one (TABLETALK_PAYMENTS), or unlink the customer if nothing is paid any more (tabletalk org set --customer none --force).'

const rejectManual = async (): Promise<never> => {
  throw new Problem('payments_manual')
}

/** A processor for installations without payments: operators set plans and dates (`tabletalk org set`). */
export const manualProcessor = (): PaymentProcessor => ({
  name: 'manual',
  planOfPrice: new Map(),
  makeCustomer: rejectManual,
  beginCheckout: rejectManual,
  openPortal: rejectManual,
  readEvent: async () => undefined,
  subscriptionsOf: rejectManual,
  expireOpenCheckouts: rejectManual,
  async cancelAll() {
    // The subscription was bought when a processor was configured, which would continue to charge.
    throw new Problem('payment_failed', { message: NOT_ENDED, transient: false })
  },
})
