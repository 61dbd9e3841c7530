import type { Plan } from '../../access/rules/organization.ts'
import type { ProcessorName } from './rules/billing.ts'
import type { PaidSubscription, PlanOfPrice } from './rules/present-state.ts'

/** An order of a checkout. */
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

/** An event of the processor. */
export interface PaymentEvent {
  readonly id: string
  /** The customer of the event; undefined without one. The rest of the event may be outdated, and is not read. */
  readonly customerId: string | undefined
}

/**
 * A payment processor. Every promise settles within a bounded time, and rejects with the Problem `payment_failed` for
 * every failure.
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
   * Expires the open checkout pages of an organization, so that they cannot be paid; none for an unknown customer.
   * Those of other products of the customer stay open.
   *
   * @throws Problem `payment_failed`, also where there are more than one call expires: a retry continues
   */
  expireOpen(payer: Payer, signal?: AbortSignal): Promise<void>
  /**
   * Cancels the subscriptions of an organization at once, and its open checkouts. Other products that the customer pays
   * for continue.
   *
   * @returns false for an unknown customer: subscriptions of another account cannot be known
   * @throws Problem `payment_failed`, also where there are more than one call ends: a retry continues
   */
  endAll(payer: Payer, signal?: AbortSignal): Promise<boolean>
}
