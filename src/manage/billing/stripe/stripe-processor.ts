import type Stripe from 'stripe'
import type { z } from 'zod'
import type { Plan } from '../../../access/rules/organization.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import type { CheckoutOrder, Payer, PaymentProcessor } from '../payment-processor.ts'
import type { PaidSubscription, PlanOfPrice } from '../rules/present-state.ts'
import { stripeFetch } from './stripe-fetch.ts'
import {
  CustomerObject,
  customerOf,
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
  /** One, or two during a rotation. */
  readonly webhookSecrets: readonly string[]
  /** Of each plan the one that it is sold at, then those at which it was bought. */
  readonly prices: ReadonlyMap<Plan, readonly string[]>
  /** Where another server speaks as Stripe does: protocol, host and port. */
  readonly url: string | undefined
  /** For each try of each request, from its first byte to the last of its answer. */
  readonly timeoutMs: number
}

/** The version that this code was written for, and that the types of the library are of. */
const API_VERSION = '2026-10-28.endive'

/** A request with an unknown outcome is repeated once, with the same idempotency key. */
const RETRIES = 1

/** How old an event may be that is signed anew each time that it is sent; in seconds. */
const TOLERANCE_S = 300

/** The longest list that is asked for; the newest come first. */
const LIST_MAX = 100
/** So many pages of a list are read at most. */
const PAGES_MAX = 10
/** Time limit for a waiting caller: the rest is ended by a retry. */
const END_WITHIN_MS = 20_000
/** For so many of one customer it is looked since when something is due; who has more has no business of ours. */
const PAST_DUE_MAX = 3

/** Stripe, or a server that speaks as it does: https://docs.stripe.com/api. The library is read with the first request. */
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
    if (signal?.aborted === true) throw failure('more time than there is')
    const answered = Promise.resolve(stripe).then(request).catch(failed)
    const read = schema.safeParse(await (signal === undefined ? answered : untilAborted(answered, signal)))
    if (!read.success) throw failure('an answer that says something else')
    return read.data
  }
  const expireOpen = async ({ customerId: customer, organizationId }: Payer, signal?: AbortSignal): Promise<void> => {
    const open = await everyOne((page) =>
      ask(
        SessionList,
        (stripe) => stripe.checkout.sessions.list({ customer, status: 'open', limit: LIST_MAX, ...page }),
        signal,
      ),
    ).catch(orGone('customer'))
    if (open === undefined) return
    for (const { id, metadata } of open)
      if (metadata?.[ORGANIZATION_METADATA] === String(organizationId))
        await ask(IdObject, (stripe) => stripe.checkout.sessions.expire(id), signal)
  }
  const prices = planOfPrice(options.prices)
  const isOwn = ({ organizationId, subscriptionId }: Payer, one: SubscriptionObject): boolean => {
    const owner = one.metadata?.[ORGANIZATION_METADATA]
    if (owner !== undefined) return owner === String(organizationId)
    return one.id === subscriptionId || one.items.data.some(({ price }) => prices.has(price.id))
  }
  const openSession = async (order: CheckoutOrder, customer: string): Promise<string> => {
    const metadata = { [ORGANIZATION_METADATA]: String(order.organizationId) }
    const price = options.prices.get(order.plan)?.[0]
    if (price === undefined) throw failure(`no price of the plan ${order.plan}`)
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
  const paid = async (
    subscription: SubscriptionObject,
    dueLooks: { left: number },
    signal: AbortSignal | undefined,
  ): Promise<PaidSubscription> => {
    const status = statusOf(subscription)
    if (status === undefined) throw failure('a subscription in a state that is not known')
    const isDue = status === 'past_due' && dueLooks.left-- > 0
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
    beginCheckout: (order, customerId) => openSession(order, customerId).catch(orGone('customer')),
    async openPortal(customer, return_url) {
      return (await ask(PageObject, (stripe) => stripe.billingPortal.sessions.create({ customer, return_url }))).url
    },
    async readEvent(body, signature) {
      if (signature === undefined) return undefined
      const { webhooks } = await client()
      for (const secret of options.webhookSecrets)
        try {
          const read = EventObject.safeParse(webhooks.constructEvent(Buffer.from(body), signature, secret, TOLERANCE_S))
          return read.success ? { id: read.data.id, customerId: customerOf(read.data) } : undefined
        } catch {
          // Signed with another secret, or not by the processor.
        }
      return undefined
    },
    async subscriptionsOf({ customerId: customer, subscriptionId: known }, signal) {
      const list = await listed((page) =>
        ask(
          SubscriptionList,
          (stripe) => stripe.subscriptions.list({ customer, status: 'all', limit: LIST_MAX, ...page }),
          signal,
        ),
      ).catch(orGone('customer'))
      if (list?.isWhole === false) return 'too_many'
      const all = list?.all ?? []
      const older = known === undefined || all.some(({ id }) => id === known) ? undefined : known
      const found =
        older === undefined
          ? undefined
          : await ask(SubscriptionObject, (stripe) => stripe.subscriptions.retrieve(older), signal).catch(orGone())
      const dueLooks = { left: PAST_DUE_MAX }
      const subscriptions: PaidSubscription[] = []
      for (const one of found === undefined ? all : [...all, found])
        subscriptions.push(await paid(one, dueLooks, signal))
      return subscriptions
    },
    expireOpen,
    async endAll(payer, signal) {
      const { customerId: customer } = payer
      const within = AbortSignal.any([AbortSignal.timeout(END_WITHIN_MS), ...(signal === undefined ? [] : [signal])])
      await expireOpen(payer, within)
      const all = await everyOne((page) =>
        ask(SubscriptionList, (stripe) => stripe.subscriptions.list({ customer, limit: LIST_MAX, ...page }), within),
      ).catch(orGone('customer'))
      if (all === undefined) return false
      for (const one of all)
        if (!ENDED.has(one.status) && isOwn(payer, one))
          await ask(IdObject, (stripe) => stripe.subscriptions.cancel(one.id), within).catch(orGone())
      return true
    },
  }
}

const IdObject = CustomerObject

/** Of these nothing is left to end. */
const ENDED: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired'])

type ReadPage<One> = (page: {
  readonly starting_after?: string
}) => Promise<{ readonly data: readonly One[]; readonly has_more: boolean }>

/** @throws Problem `payment_failed` where there is more than is read */
const everyOne = async <One extends { readonly id: string }>(read: ReadPage<One>): Promise<readonly One[]> => {
  const { all, isWhole } = await listed(read)
  if (!isWhole) throw failure('a longer list than is read')
  return all
}

/** A list, page by page, as far as it is read. */
const listed = async <One extends { readonly id: string }>(
  read: ReadPage<One>,
): Promise<{ readonly all: readonly One[]; readonly isWhole: boolean }> => {
  const all: One[] = []
  for (let page = 0; page < PAGES_MAX; page++) {
    const last = all.at(-1)
    const { data, has_more } = await read(last === undefined ? {} : { starting_after: last.id })
    all.push(...data)
    if (!has_more || data.length === 0) return { all, isWhole: true }
  }
  return { all, isWhole: false }
}

/** The request itself ends at its own deadline, in the background. @throws Problem `payment_failed` */
const untilAborted = async <Answer>(answered: Promise<Answer>, signal: AbortSignal): Promise<Answer> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(failure('more time than there is'))
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

const planOfPrice = (prices: ReadonlyMap<Plan, readonly string[]>): PlanOfPrice =>
  new Map([...prices].flatMap(([plan, ofPlan]) => ofPlan.map((price) => [price, plan] as const)))

/** The reason in our own words: those of the processor may be confidential. */
const failure = (reason: string): Problem =>
  new Problem('payment_failed', { cause: new StripeFailure(reason, undefined, undefined) })

/** What is known of a request that failed. */
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

/** A code of the processor, of bounded length. */
const word = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w.[\]-]{1,100}$/.test(value) ? value : undefined

const failed = (error: unknown): never => {
  const fields: Readonly<Record<string, unknown>> =
    error instanceof Error ? Object.fromEntries(Object.entries(error)) : {}
  const { type, statusCode, requestId } = fields
  const [code, param] = [word(fields.code), word(fields.param)]
  const said = [
    word(type) ?? 'no answer',
    code,
    typeof statusCode === 'number' ? statusCode : undefined,
    word(requestId),
  ]
  const reason = said.filter((one) => one !== undefined).join(' ')
  throw new Problem('payment_failed', { cause: new StripeFailure(reason, code, param) })
}

/** Whether the processor has said that something is not there, or no more. */
const isGone = (error: unknown, param?: string): boolean =>
  error instanceof Problem &&
  error.cause instanceof StripeFailure &&
  error.cause.code === 'resource_missing' &&
  (param === undefined || error.cause.param === param)

/** Undefined for an object that does not exist; other errors are thrown. */
const orGone =
  (param?: string) =>
  (error: unknown): undefined => {
    if (!isGone(error, param)) throw error
  }
