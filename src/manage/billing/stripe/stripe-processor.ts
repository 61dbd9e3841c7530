import type Stripe from 'stripe'
import type { z } from 'zod'
import type { Plan } from '../../../access/rules/organization.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { CheckoutOrder, PaymentProcessor, ProcessorCustomer } from '../payment-processor.ts'
import type { PaidSubscription, PlanByPrice } from '../rules/current-subscription.ts'
import { stripeFetch } from './stripe-fetch.ts'
import {
  CustomerObject,
  customerOfEvent,
  EventObject,
  InvoiceList,
  ORGANIZATION_METADATA,
  PageObject,
  paidSubscription,
  SessionList,
  SubscriptionList,
  SubscriptionObject,
  statusOf,
} from './stripe-objects.ts'

export interface StripeOptions {
  readonly key: string
  /** One secret, or two during a rotation. */
  readonly webhookSecrets: readonly string[]
  /** For each plan the price that is sold, followed by earlier prices that are still valid. */
  readonly prices: ReadonlyMap<Plan, readonly string[]>
  /** URL of a server compatible with Stripe: protocol, host and port. */
  readonly url: string | undefined
  /** Timeout of one attempt of a request, to the end of its response. */
  readonly timeoutMs: number
}

/** The API version of this code and of the library's types. */
const API_VERSION = '2026-10-28.endive'

/** Retries, with the same idempotency key, of a request whose outcome is unknown. */
const RETRIES = 1

/** Maximum age of an event's signature, in seconds; each delivery is signed anew. */
const TOLERANCE_S = 300

/** Page size of lists, newest first. */
const LIST_MAX = 100
/** Maximum pages read of a list. */
const PAGES_MAX = 10
/** Time limit for cancelling, while a request waits; a repeated request cancels the rest. */
const END_WITHIN_MS = 20_000
/** Maximum overdue subscriptions per customer whose invoices are requested; more are not expected. */
const PAST_DUE_MAX = 3

/** Stripe, or a compatible server: https://docs.stripe.com/api. The library is loaded with the first request. */
export const stripeProcessor = (options: StripeOptions): PaymentProcessor => {
  let opening: Promise<Stripe> | undefined
  const client = (): Promise<Stripe> => {
    opening ??= openClient(options)
    return opening
  }
  const ask = async <Schema extends z.ZodType>(
    schema: Schema,
    request: (stripe: Stripe) => Promise<unknown>,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>> => {
    const stripe = await client()
    if (signal?.aborted === true) throw failure('timed out')
    const answered = Promise.resolve(stripe).then(request).catch(throwPaymentFailed)
    const read = schema.safeParse(await (signal === undefined ? answered : untilAborted(answered, signal)))
    if (!read.success) throw failure('unexpected response')
    return read.data
  }
  const expireOpenCheckouts = async (
    { customerId: customer, organizationId }: ProcessorCustomer,
    signal?: AbortSignal,
  ): Promise<void> => {
    const open = await readAll((page) =>
      ask(
        SessionList,
        (stripe) => stripe.checkout.sessions.list({ customer, status: 'open', limit: LIST_MAX, ...page }),
        signal,
      ),
    ).catch(ignoreGone('customer'))
    if (open === undefined) return
    for (const { id, metadata } of open)
      if (metadata?.[ORGANIZATION_METADATA] === String(organizationId))
        await ask(IdObject, (stripe) => stripe.checkout.sessions.expire(id), signal)
  }
  const prices = planOfPrice(options.prices)
  const isOwn = ({ organizationId, subscriptionId }: ProcessorCustomer, one: SubscriptionObject): boolean => {
    const owner = one.metadata?.[ORGANIZATION_METADATA]
    if (owner !== undefined) return owner === String(organizationId)
    return one.id === subscriptionId || one.items.data.some(({ price }) => prices.has(price.id))
  }
  const openSession = async (order: CheckoutOrder, customer: string): Promise<string> => {
    const metadata = { [ORGANIZATION_METADATA]: String(order.organizationId) }
    const price = options.prices.get(order.plan)?.[0]
    if (price === undefined) throw failure(`no price for plan ${order.plan}`)
    const trial = order.trialDays === undefined ? {} : { trial_period_days: order.trialDays }
    const { url } = await ask(PageObject, (stripe) =>
      stripe.checkout.sessions.create({
        mode: 'subscription',
        customer,
        line_items: [{ price, quantity: 1 }],
        metadata,
        client_reference_id: String(order.organizationId),
        subscription_data: { metadata, ...trial },
        success_url: order.successUrl,
        cancel_url: order.cancelUrl,
      }),
    )
    return url
  }
  const toPaidSubscription = async (
    subscription: SubscriptionObject,
    invoiceLookups: { left: number },
    signal: AbortSignal | undefined,
  ): Promise<PaidSubscription> => {
    const status = statusOf(subscription)
    if (status === undefined) throw failure('unknown subscription status')
    const isDue = status === 'past_due' && invoiceLookups.left-- > 0
    const { data } = isDue
      ? await ask(
          InvoiceList,
          (stripe) => stripe.invoices.list({ subscription: subscription.id, status: 'open', limit: LIST_MAX }),
          signal,
        )
      : { data: [] }
    return paidSubscription(subscription, status, data)
  }
  return {
    name: 'stripe',
    planOfPrice: prices,
    async makeCustomer({ organizationId, organizationName: name }) {
      const metadata = { [ORGANIZATION_METADATA]: String(organizationId) }
      return (await ask(CustomerObject, (stripe) => stripe.customers.create({ name, metadata }))).id
    },
    beginCheckout: (order, customerId) => openSession(order, customerId).catch(ignoreGone('customer')),
    async openPortal(customer, return_url) {
      return (await ask(PageObject, (stripe) => stripe.billingPortal.sessions.create({ customer, return_url }))).url
    },
    async readEvent(body, signature) {
      if (signature === undefined) return undefined
      const { webhooks } = await client()
      for (const secret of options.webhookSecrets)
        try {
          const read = EventObject.safeParse(webhooks.constructEvent(Buffer.from(body), signature, secret, TOLERANCE_S))
          return read.success ? { id: read.data.id, customerId: customerOfEvent(read.data) } : undefined
        } catch {
          // Signed with another secret, or forged.
        }
      return undefined
    },
    async subscriptionsOf({ customerId: customer, subscriptionId: known }, signal) {
      const list = await readPages((page) =>
        ask(
          SubscriptionList,
          (stripe) => stripe.subscriptions.list({ customer, status: 'all', limit: LIST_MAX, ...page }),
          signal,
        ),
      ).catch(ignoreGone('customer'))
      if (list?.isComplete === false) return 'too_many'
      const items = list?.items ?? []
      const older = known === undefined || items.some(({ id }) => id === known) ? undefined : known
      const found =
        older === undefined
          ? undefined
          : await ask(SubscriptionObject, (stripe) => stripe.subscriptions.retrieve(older), signal).catch(ignoreGone())
      const invoiceLookups = { left: PAST_DUE_MAX }
      const subscriptions: PaidSubscription[] = []
      for (const one of found === undefined ? items : [...items, found])
        subscriptions.push(await toPaidSubscription(one, invoiceLookups, signal))
      return subscriptions
    },
    expireOpenCheckouts,
    async cancelAll(payer, signal) {
      const { customerId: customer } = payer
      const within = AbortSignal.any([AbortSignal.timeout(END_WITHIN_MS), ...(signal === undefined ? [] : [signal])])
      await expireOpenCheckouts(payer, within)
      const items = await readAll((page) =>
        ask(SubscriptionList, (stripe) => stripe.subscriptions.list({ customer, limit: LIST_MAX, ...page }), within),
      ).catch(ignoreGone('customer'))
      if (items === undefined) return false
      for (const one of items)
        if (!ENDED.has(one.status) && isOwn(payer, one))
          await ask(IdObject, (stripe) => stripe.subscriptions.cancel(one.id), within).catch(ignoreGone())
      return true
    },
  }
}

const IdObject = CustomerObject

/** Final statuses: nothing is left to cancel. */
const ENDED: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired'])

type ReadPage<One> = (page: {
  readonly starting_after?: string
}) => Promise<{ readonly data: readonly One[]; readonly has_more: boolean }>

/** @throws Problem `payment_failed` if the list is longer than is read */
const readAll = async <One extends { readonly id: string }>(read: ReadPage<One>): Promise<readonly One[]> => {
  const { items, isComplete } = await readPages(read)
  if (!isComplete) throw failure('list too long')
  return items
}

/** Reads a list page by page, up to `PAGES_MAX`. */
const readPages = async <One extends { readonly id: string }>(
  read: ReadPage<One>,
): Promise<{ readonly items: readonly One[]; readonly isComplete: boolean }> => {
  const items: One[] = []
  for (let page = 0; page < PAGES_MAX; page++) {
    const last = items.at(-1)
    const { data, has_more } = await read(last === undefined ? {} : { starting_after: last.id })
    items.push(...data)
    if (!has_more || data.length === 0) return { items, isComplete: true }
  }
  return { items, isComplete: false }
}

/** Stops waiting when the signal aborts; the request ends by its own timeout. @throws Problem `payment_failed` */
const untilAborted = async <Answer>(answered: Promise<Answer>, signal: AbortSignal): Promise<Answer> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(failure('timed out'))
  signal.addEventListener('abort', end)
  try {
    return await Promise.race([answered, promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

const openClient = async ({ key, url, timeoutMs }: StripeOptions): Promise<Stripe> => {
  const { default: Library } = await import('stripe')
  const { protocol, hostname, port } = new URL(url ?? 'https://api.stripe.com')
  const isPlain = protocol === 'http:'
  return new Library(key, {
    apiVersion: API_VERSION,
    telemetry: false,
    maxNetworkRetries: RETRIES,
    timeout: timeoutMs,
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
    httpClient: Library.createFetchHttpClient(stripeFetch(timeoutMs)),
  })
}

const planOfPrice = (prices: ReadonlyMap<Plan, readonly string[]>): PlanByPrice =>
  new Map([...prices].flatMap(([plan, ofPlan]) => ofPlan.map((price) => [price, plan] as const)))

/** An error with our own reason: texts of the processor may contain confidential data. */
const failure = (reason: string): Problem =>
  new Problem('payment_failed', { cause: new StripeFailure(reason, undefined, undefined) })

/** A failed request. */
class StripeFailure extends Error {
  override readonly name = 'StripeFailure'
  readonly code: string | undefined
  readonly param: string | undefined

  constructor(message: string, code: string | undefined, param: string | undefined) {
    super(message)
    this.code = code
    this.param = param
  }
}

/** A short identifier from the processor's error; other texts are dropped. */
const safeIdentifier = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w.[\]-]{1,100}$/.test(value) ? value : undefined

const throwPaymentFailed = (error: unknown): never => {
  const fields: Readonly<Record<string, unknown>> =
    error instanceof Error ? Object.fromEntries(Object.entries(error)) : {}
  const { type, statusCode, requestId } = fields
  const [code, param] = [safeIdentifier(fields.code), safeIdentifier(fields.param)]
  const details = [
    safeIdentifier(type) ?? 'no response',
    code,
    typeof statusCode === 'number' ? statusCode : undefined,
    safeIdentifier(requestId),
  ]
  const reason = details.filter((one) => one !== undefined).join(' ')
  throw new Problem('payment_failed', { cause: new StripeFailure(reason, code, param) })
}

/** Whether the processor reported that an object does not exist. */
const isGone = (error: unknown, param?: string): boolean =>
  error instanceof Problem &&
  error.cause instanceof StripeFailure &&
  error.cause.code === 'resource_missing' &&
  (param === undefined || error.cause.param === param)

/** Maps a missing object to undefined, and rethrows other errors. */
const ignoreGone =
  (param?: string) =>
  (error: unknown): undefined => {
    if (!isGone(error, param)) throw error
  }
