import { Problem } from '../domain/problem.ts'
import type { PaymentProcessor } from './payment-processor.ts'

const notHere = async (): Promise<never> => {
  throw new Problem('payments_manual')
}

/** Nobody takes payments: whoever operates the installation sets plans, and until when (`tabletalk org set`). */
export const manualProcessor = (): PaymentProcessor => ({
  name: 'manual',
  planOfPrice: new Map(),
  beginCheckout: notHere,
  openPortal: notHere,
  readEvent: async () => undefined,
  subscriptionsOf: notHere,
  expireOpen: notHere,
  async endAll() {
    // It was bought when there was a processor, who would go on to take money.
    throw new Problem('payment_failed', { cause: new Error('no payment processor is set: TABLETALK_PAYMENTS') })
  },
})
