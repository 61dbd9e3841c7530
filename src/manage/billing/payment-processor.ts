import type { Plan } from '../../access/rules/organization.ts'
import type { ProcessorName } from './rules/billing.ts'
import type { PaidSubscription, PlanOfPrice } from './rules/present-state.ts'

/** What somebody wants to buy. */
export interface CheckoutOrder {
  readonly organizationId: number
  readonly organizationName: string
  readonly plan: Plan
  /** Of one who has never had a subscription. */
  readonly trialDays: number | undefined
  readonly successUrl: string
  readonly cancelUrl: string
}

/** Who pays, and for what. */
export interface Payer {
  readonly organizationId: number
  readonly customerId: string
  /** The subscription that is known already. */
  readonly subscriptionId?: string | undefined
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
  /** Makes a customer for an organization, who has nothing to pay. @throws Problem `payment_failed`, `payments_manual` */
  makeCustomer(order: Pick<CheckoutOrder, 'organizationId' | 'organizationName'>): Promise<string>
  /**
   * Begins a checkout.
   * @returns the page on which it goes on; undefined where the customer is gone
   * @throws Problem `payment_failed`, `payments_manual`
   */
  beginCheckout(order: CheckoutOrder, customerId: string): Promise<string | undefined>
  /** The page on which a customer changes and cancels what was bought. @throws Problem `payment_failed`, `payments_manual` */
  openPortal(customerId: string, returnUrl: string): Promise<string>
  /**
   * What an event says whose signature is the processor's; undefined for any other.
   * @param body as it came
   */
  readEvent(body: Uint8Array, signature: string | undefined): Promise<PaymentEvent | undefined>
  /**
   * The subscriptions that a customer has or had, as they are now.
   * The one that is known already is among them though it were old; none are there where the customer is not.
   * @param signal ends the looking, where it would take longer
   * @returns `too_many` where there are more than are read: what is not read may be what is paid for
   * @throws Problem `payment_failed`, `payments_manual`
   */
  subscriptionsOf(payer: Payer, signal?: AbortSignal): Promise<readonly PaidSubscription[] | 'too_many'>
  /**
   * Closes the pages on which an organization has begun to buy: nobody can pay there any more; there are none where the
   * customer is not. Those of other products of
   * the customer stay open.
   * @throws Problem `payment_failed`, also where there are more than are closed at once: the same again goes on
   */
  expireOpen(payer: Payer, signal?: AbortSignal): Promise<void>
  /**
   * Ends what an organization pays for, at once, and what was begun to be bought. What the customer pays for besides, such
   * as another product of the same seller, goes on.
   * @returns false where the customer is not there: whether something is paid for in another account, nobody knows
   * @throws Problem `payment_failed`, also where there is more than is ended at once: the same again goes on
   */
  endAll(payer: Payer, signal?: AbortSignal): Promise<boolean>
}
