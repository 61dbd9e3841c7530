import { manualProcessor } from './manual-processor.ts'
import type { PaymentProcessor } from './payment-processor.ts'
import { type StripeOptions, stripeProcessor } from './stripe/stripe-processor.ts'

/** The configured payment processor. @param stripe undefined: manual */
export const openProcessor = (stripe: StripeOptions | undefined): PaymentProcessor =>
  stripe === undefined ? manualProcessor() : stripeProcessor(stripe)
