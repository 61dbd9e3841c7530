import type { Plan } from '../domain/access/organization.ts'
import type { ProcessorName } from '../domain/billing/billing.ts'
import type { PaidSubscription, PlanOfPrice } from '../domain/billing/present-state.ts'

/** What somebody wants to buy. */
export interface CheckoutOrder {
  readonly organizationId: number
  readonly organizationName: string
  /** Absent: one is made. */
  readonly customerId: string | undefined
  readonly plan: Plan
  /** Of one who has never had a subscription. */
  readonly trialDays: number | undefined
  readonly successUrl: string
  readonly cancelUrl: string
}

/** Something that the processor tells us. */
export interface PaymentEvent {
  readonly id: string
  /** Whom it is about; undefined where it is about nobody. What it says besides may be old, and is not read. */
  readonly customerId: string | undefined
}

/**
 * Who takes payments. Every promise ends within a bounded time, and rejects with the Problem `payment_failed` where the
 * processor does not do what was asked of it, whatever it answers in its place.
 */
export interface PaymentProcessor {
  readonly name: ProcessorName
  /** What can be bought, by price. */
  readonly planOfPrice: PlanOfPrice
  /**
   * Begins a checkout.
   * @returns the page on which it goes on, and whose it is: another customer than that of the order where that is gone
   * @throws Problem `payment_failed`, `payments_manual`
   */
  beginCheckout(order: CheckoutOrder): Promise<{ readonly url: string; readonly customerId: string }>
  /** The page on which a customer changes and cancels what was bought. @throws Problem `payment_failed`, `payments_manual` */
  openPortal(customerId: string, returnUrl: string): Promise<string>
  /**
   * What an event says whose signature is the processor's; undefined for any other.
   * @param body as it came
   */
  readEvent(body: Uint8Array, signature: string | undefined): Promise<PaymentEvent | undefined>
  /**
   * The subscriptions that a customer has or had, as they are now.
   * @param known the one that is known already, which is among them though it were old
   * @throws Problem `payment_failed`, `payments_manual`
   */
  subscriptionsOf(customerId: string, known?: string): Promise<readonly PaidSubscription[]>
  /** Ends all that a customer pays for, at once, and what was begun to be bought. @throws Problem `payment_failed` */
  endAll(customerId: string): Promise<void>
}
