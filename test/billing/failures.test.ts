import { stripeProcessor } from '../../src/manage/billing/stripe/stripe-processor.ts'
import { codeOf } from '../http/management/manager.ts'
import { type Misbehaviour, PORTAL, PRICES, PROCESSOR_TEXT } from '../support/payment-server.ts'
import { type BillingBench, billingBench } from './billing-bench.ts'

let bench: BillingBench
beforeAll(async () => {
  bench = await billingBench()
})
afterAll(() => bench.close())
afterEach(() => bench.payments.misbehave(undefined))

const MINUTE_MS = 60_000
const FAILED = [500, 'EXTERNAL_PAYMENT_ERROR'] as const

const MISBEHAVIOURS: readonly Misbehaviour[] = [
  ...(['html', 'cut off', 'declines', 'too many', 'broken', 'huge', 'something else', 'elsewhere'] as const),
]

describe('a processor that fails', () => {
  it.each(MISBEHAVIOURS)('(%s) changes nothing, and is reported without the texts of the processor', async (how) => {
    const { payments, platform, tell } = bench
    const buyer = await bench.buyer()
    const own = { organizationId: buyer.organizationId }
    payments.misbehave(how)
    const refused = await buyer.owner('POST', '/billing/checkout', { plan: 'business' })
    expect([codeOf(refused), await platform.app.store.organizations.find(own)]).toMatchObject([
      FAILED,
      { plan: 'starter' },
    ])
    expect((await platform.app.store.organizations.find(own))?.billing).toBeUndefined()
    const log = await platform.app.store.audit.list(own, { page: 1, pageSize: 9 })
    expect(log.items).toMatchObject([{ action: 'billing.checkout_begun', outcome: 'refused' }])
    payments.misbehave(undefined)
    const subscription = payments.pay(await buyer.checkout())
    const before = await platform.app.store.organizations.find(own)
    payments.misbehave(how)
    expect(codeOf(await buyer.owner('POST', '/billing/portal', {}))).toEqual(FAILED)
    const event = payments.event('customer.subscription.created', subscription)
    const untaken = await tell(event)
    expect([codeOf(untaken), await platform.app.store.organizations.find(own)]).toEqual([FAILED, before])
    expect(await buyer.processorEntries()).toEqual([])
    for (const { text } of [refused, untaken])
      expect(text).not.toMatch(new RegExp(`${PROCESSOR_TEXT}|127\\.0\\.0\\.1|sk_test|req_`))
    // The event is sent again until it is accepted.
    payments.misbehave(undefined)
    expect((await tell(event)).status).toBe(200)
    expect(await buyer.billing()).toMatchObject({ plan: 'professional', subscription: 'active' })
  })

  it('during a checkout leaves one customer without charges, which the next checkout uses', async () => {
    const { payments } = bench
    const buyer = await bench.buyer()
    const before = payments.customers.size
    payments.misbehave('declines', '/v1/checkout/sessions')
    for (let times = 0; times < 2; times++)
      expect(codeOf(await buyer.owner('POST', '/billing/checkout', { plan: 'business' }))).toEqual(FAILED)
    expect(await buyer.billing()).toMatchObject({ plan: 'starter', processor: 'manual', subscription: 'active' })
    payments.misbehave(undefined)
    const page = await buyer.checkout()
    const made = [...payments.customers.keys()].slice(before)
    expect(made).toEqual([await buyer.customer()])
    expect(payments.pay(page).customer).toBe(made[0])
  })

  it('gets one retry with the same idempotency key', async () => {
    const { payments } = bench
    const buyer = await bench.buyer()
    payments.misbehave('broken', '/v1/customers')
    const before = payments.requests.length
    await buyer.owner('POST', '/billing/checkout', { plan: 'business' })
    const tried = payments.requests.slice(before)
    expect(tried.map(({ path }) => path)).toEqual(['/v1/customers', '/v1/customers'])
    expect(tried[0]?.idempotencyKey).toMatch(/^stripe-node-retry-/)
    expect(tried[1]?.idempotencyKey).toBe(tried[0]?.idempotencyKey)
    expect(tried[0]?.headers).toMatchObject({ 'stripe-version': '2026-10-28.endive' })
    expect(tried[0]?.headers).not.toHaveProperty('x-stripe-client-telemetry')
  })
})

const processor = (url: string, timeoutMs: number) =>
  stripeProcessor({
    key: 'sk_test_any',
    webhookSecrets: [],
    url,
    timeoutMs,
    prices: new Map([['starter', [PRICES.starter]] as const]),
  })
const subscriptionsOf = (customerId: string, subscriptionId?: string) =>
  processor(bench.payments.url, MINUTE_MS).subscriptionsOf({ organizationId: 7, customerId, subscriptionId })

describe('a processor with an invalid response', () => {
  it('is reported with the request id and without its texts', async () => {
    bench.payments.misbehave('declines')
    await expect(subscriptionsOf('cus_any')).rejects.toMatchObject({
      cause: { message: 'StripeCardError card_declined 402 req_of_a_failure' },
    })
  })

  it('is read up to the size limit of a response', async () => {
    const { payments } = bench
    payments.misbehave('huge')
    const before = payments.sent()
    await expect(subscriptionsOf('cus_any')).rejects.toMatchObject({ problem: 'payment_failed' })
    // Two attempts, and data in network buffers.
    expect(payments.sent() - before).toBeLessThan(64 * 1024 * 1024)
  })

  it('causes no redirect to be followed, so that the key is not leaked', async () => {
    bench.payments.misbehave('elsewhere')
    await expect(processor(bench.payments.url, MINUTE_MS).openPortal('cus_any', PORTAL)).rejects.toMatchObject({
      problem: 'payment_failed',
    })
    expect(bench.payments.strays()).toBe(0)
  })
})

describe('a customer with many subscriptions', () => {
  it('is read page by page, and beyond the limit the state is unchanged and reported', async () => {
    const { payments, tell } = bench
    const buyer = await bench.buyer()
    const subscription = payments.pay(await buyer.checkout())
    const other = (count: number) => {
      for (let one = 0; one < count; one++)
        payments.subscribe(subscription.customer, 'price_of_another_product', { status: 'canceled' })
    }
    other(150)
    const event = () => payments.event('customer.subscription.updated', subscription)
    expect((await tell(event())).status).toBe(200)
    expect(await buyer.billing()).toMatchObject({ plan: 'professional', status: 'active' })
    expect(bench.heard(buyer.organizationId)).toEqual([])
    other(850)
    payments.change(subscription.id, { status: 'past_due' })
    expect((await tell(event())).status).toBe(200)
    expect(await buyer.billing()).toMatchObject({ plan: 'professional', status: 'active' })
    expect(bench.heard(buyer.organizationId)).toEqual([expect.objectContaining({ reason: 'too_many' })])
  })
})

describe('a customer or subscription deleted at the processor', () => {
  it('counts as never bought if unknown, and as ended if it was stored', async () => {
    const { payments } = bench
    const buyer = await bench.buyer()
    await buyer.checkout()
    const subscription = payments.subscribe(await buyer.customer(), PRICES.starter)
    expect(await subscriptionsOf('cus_gone', 'sub_gone')).toEqual([])
    expect(await subscriptionsOf(await buyer.customer(), 'sub_gone')).toMatchObject([{ id: subscription.id }])
  })

  it('is replaced by the next purchase', async () => {
    const { payments, platform, tell } = bench
    const buyer = await bench.buyer()
    const own = { organizationId: buyer.organizationId }
    const gone = { customerId: 'cus_gone', subscriptionId: 'sub_gone' }
    const billing = { processor: 'stripe', status: 'canceled', ...gone } as const
    await platform.app.store.organizations.changeBilling(own, 0, { billing })
    const page = await buyer.checkout()
    expect((await platform.app.store.organizations.find(own))?.billing).not.toHaveProperty('subscriptionId')
    const event = payments.event('customer.subscription.created', payments.pay(page))
    expect((await tell(event)).status).toBe(200)
    expect(await buyer.billing()).toMatchObject({ plan: 'professional', status: 'active', subscription: 'active' })
  })

  it('does not end the stored subscription, which may belong to another account', async () => {
    const { platform } = bench
    const remove = async (status: 'active' | 'canceled') => {
      const buyer = await bench.buyer()
      const billing = { processor: 'stripe', status, customerId: `cus_gone_${status}` } as const
      await platform.app.store.organizations.changeBilling({ organizationId: buyer.organizationId }, 0, { billing })
      return await buyer.owner('DELETE', '/organization', { confirm: 'Org on starter' })
    }
    expect(codeOf(await remove('active'))).toEqual(FAILED)
    expect((await remove('canceled')).status).toBe(202)
  })
})

describe('a slow processor', () => {
  it.each(['silent', 'stalls'] as const)('(%s) times out', async (how) => {
    bench.payments.misbehave(how)
    const asked = processor(bench.payments.url, 50)
    await expect(asked.subscriptionsOf({ organizationId: 7, customerId: 'cus_any' })).rejects.toMatchObject({
      problem: 'payment_failed',
    })
    await expect(asked.openPortal('cus_any', PORTAL)).rejects.toMatchObject({ problem: 'payment_failed' })
  })

  it('is not waited for beyond the time limit and gets no further requests', async () => {
    const { payments } = bench
    const asked = processor(payments.url, MINUTE_MS)
    const given = new AbortController()
    const next = payments.holdNext('/v1/checkout/sessions')
    const ended = asked.cancelAll({ organizationId: 7, customerId: 'cus_any' }, given.signal)
    await next.held
    const before = payments.requests.length
    given.abort()
    await expect(ended).rejects.toMatchObject({ problem: 'payment_failed' })
    next.release()
    await expect(
      asked.expireOpenCheckouts({ organizationId: 7, customerId: 'cus_any' }, given.signal),
    ).rejects.toThrow()
    expect(payments.requests).toHaveLength(before)
  })

  it('or an unreachable one is reported in the same way', async () => {
    const asked = processor('http://127.0.0.1:1', 1_000)
    await expect(asked.cancelAll({ organizationId: 7, customerId: 'cus_any' })).rejects.toMatchObject({
      problem: 'payment_failed',
    })
  })
})

describe('the removal of an organization', () => {
  it('cancels its subscriptions first and fails if that fails', async () => {
    const { payments, platform, tell } = bench
    const buyer = await bench.buyer()
    const subscription = payments.pay(await buyer.checkout())
    await tell(payments.event('customer.subscription.created', subscription))
    const second = payments.begin(subscription.customer, subscription.metadata)
    const remove = () => buyer.owner('DELETE', '/organization', { confirm: 'Org on starter' })
    payments.misbehave('broken', `/v1/subscriptions/${subscription.id}`)
    expect(codeOf(await remove())).toEqual(FAILED)
    expect(await buyer.billing()).toMatchObject({ subscription: 'active', status: 'active' })
    payments.misbehave(undefined)
    expect((await remove()).status).toBe(202)
    expect(payments.subscriptions.get(subscription.id)?.status).toBe('canceled')
    // An open checkout page can no longer be paid.
    expect(payments.sessions.get(second.split('/').at(-1) ?? '')?.status).toBe('expired')
    expect(await platform.app.store.organizations.find(buyer)).toBeUndefined()
    const late = payments.event('customer.subscription.deleted', payments.change(subscription.id, {}))
    expect((await tell(late)).status).toBe(200)
  })

  it('cancels all of its subscriptions in a long list, and none of other products', async () => {
    const { payments } = bench
    const buyer = await bench.buyer()
    const subscription = payments.pay(await buyer.checkout())
    await bench.tell(payments.event('customer.subscription.created', subscription))
    const left = payments.begin(subscription.customer, subscription.metadata)
    const page = left.split('/').at(-1) ?? ''
    const customer = await buyer.customer()
    const [foreign, other] = [PRICES.starter, 'price_of_another_product'].map((price, place) =>
      payments.subscribe(customer, price, place === 0 ? { metadata: { tabletalk_organization_id: '1' } } : {}),
    )
    const byHand = payments.subscribe(customer, PRICES.business)
    for (let count = 0; count < 100; count++) payments.subscribe(customer, 'price_of_another_product')
    const beside = payments.begin(customer).split('/').at(-1) ?? ''
    expect((await buyer.owner('DELETE', '/organization', { confirm: 'Org on starter' })).status).toBe(202)
    const statusOf = (id = '') => payments.subscriptions.get(id)?.status
    expect([subscription.id, byHand.id].map(statusOf)).toEqual(['canceled', 'canceled'])
    expect([foreign?.id, other?.id].map(statusOf)).toEqual(['active', 'active'])
    expect([page, beside].map((id) => payments.sessions.get(id)?.status)).toEqual(['expired', 'open'])
  })
})
