import type { Plan } from '../../access/rules/organization.ts'
import type { ProcessorName } from './rules/billing.ts'
import type { PaidSubscription, PlanByPrice } from './rules/current-subscription.ts'

/** A purchase to start. */
export interface CheckoutOrder {
  readonly organizationId: number
  readonly organizationName: string
  readonly plan: Plan
  /** Set only for an organization that never had a subscription. */
  readonly trialDays: number | undefined
  readonly successUrl: string
  readonly cancelUrl: string
}

/** A customer of the processor. */
export interface ProcessorCustomer {
  readonly organizationId: number
  readonly customerId: string
  /** The subscription that is already stored. */
  readonly subscriptionId?: string | undefined
}

/** An event of the processor whose signature was verified. */
interface PaymentEvent {
  readonly id: string
  /** The customer concerned, if any. Other contents may be outdated and are not read. */
  readonly customerId: string | undefined
}

/**
 * A payment processor. Every promise settles within a bounded time, and rejects with the Problem `payment_failed` if
 * the processor does not do what was requested.
 */
export interface PaymentProcessor {
  readonly name: ProcessorName
  /** The plans that can be bought, by price id. */
  readonly planOfPrice: PlanByPrice
  /** Creates a customer, without charges. @throws Problem `payment_failed`, `payments_manual` */
  makeCustomer(order: Pick<CheckoutOrder, 'organizationId' | 'organizationName'>): Promise<string>
  /**
   * Starts a checkout.
   * @returns the checkout page; undefined if the customer does not exist
   * @throws Problem `payment_failed`, `payments_manual`
   */
  beginCheckout(order: CheckoutOrder, customerId: string): Promise<string | undefined>
  /** The page to change and cancel subscriptions. @throws Problem `payment_failed`, `payments_manual` */
  openPortal(customerId: string, returnUrl: string): Promise<string>
  /** Reads an event with a valid signature; otherwise undefined. @param body the exact bytes received */
  readEvent(body: Uint8Array, signature: string | undefined): Promise<PaymentEvent | undefined>
  /**
   * All current and past subscriptions of a customer, always including `subscriptionId`; empty if the customer does not
   * exist.
   * @param signal aborts the request
   * @returns `too_many` if the list is longer than is read, because an active subscription may be in the rest
   * @throws Problem `payment_failed`, `payments_manual`
   */
  subscriptionsOf(payer: ProcessorCustomer, signal?: AbortSignal): Promise<readonly PaidSubscription[] | 'too_many'>
  /**
   * Expires the open checkouts of an organization, so that they cannot be paid; checkouts of the customer's other
   * products stay open. Does nothing if the customer does not exist.
   * @throws Problem `payment_failed`, also if there are more than one call expires: a repeated call continues
   */
  expireOpenCheckouts(payer: ProcessorCustomer, signal?: AbortSignal): Promise<void>
  /**
   * Cancels an organization's subscriptions immediately, and expires its open checkouts. Other products of the customer
   * continue.
   * @returns false if the customer does not exist, possibly because it belongs to another account
   * @throws Problem `payment_failed`, also if there are more than one call cancels: a repeated call continues
   */
  cancelAll(payer: ProcessorCustomer, signal?: AbortSignal): Promise<boolean>
}
