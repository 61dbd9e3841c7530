import { jest } from '@jest/globals'
import { manualProcessor } from '../../src/manage/billing/manual-processor.ts'
import { openProcessor } from '../../src/manage/billing/open-processor.ts'
import { rejectedSignatureCounter } from '../../src/manage/billing/rejected-signatures.ts'
import { sharedReconciliations } from '../../src/manage/billing/shared-reconciliations.ts'
import { OLDER_SECRET, PRICES, type ScriptedSubscription, secondsNow } from '../support/payment-server.ts'
import { waitFor } from '../support/wait-for.ts'
import { type BillingBench, type Buyer, billingBench } from './billing-bench.ts'

let bench: BillingBench
beforeAll(async () => {
  bench = await billingBench()
})
afterAll(() => bench.close())
afterEach(() => jest.restoreAllMocks())

/** A paying customer whose subscription is stored. */
const payer = async (): Promise<{ readonly buyer: Buyer; readonly subscription: ScriptedSubscription }> => {
  const { payments, tell } = bench
  const buyer = await bench.buyer()
  const subscription = payments.pay(await buyer.checkout())
  await tell(payments.event('customer.subscription.created', subscription))
  return { buyer, subscription }
}

const lookups = () => bench.payments.requests.filter(({ method }) => method === 'GET').length

describe('an event of the processor', () => {
  it('is handled once if it is sent repeatedly, concurrently or later', async () => {
    const { payments, tell } = bench
    const { buyer, subscription } = await payer()
    const event = payments.event(
      'customer.subscription.updated',
      payments.change(subscription.id, { cancel_at: 4_000_000_000 }),
    )
    const replies = await Promise.all([tell(event), tell(event), tell(event), tell(event)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const before = lookups()
    expect((await tell(event)).status).toBe(200)
    expect(lookups()).toBe(before)
    expect(await buyer.billing()).toMatchObject({ subscription: 'active', ends_at: '2096-10-02T07:06:40.000Z' })
    expect(
      (await buyer.processorEntries()).map(({ outcome, changes }) => [outcome, ...changes.map(({ field }) => field)]),
    ).toEqual([
      ['done', 'ends_at'],
      ['done', 'plan', 'processor', 'subscription_id'],
    ])
  })

  it('causes at most two reconciliations for concurrent events, and one more after a change in between', async () => {
    const { payments, platform, tell } = bench
    const { buyer, subscription } = await payer()
    const taken = jest.spyOn(platform.app.store.paymentEvents, 'has')
    const before = lookups()
    const held = payments.holdNext('/v1/subscriptions')
    const first = tell(payments.event('invoice.paid', { object: 'invoice', customer: subscription.customer }))
    await held.held
    payments.change(subscription.id, { cancel_at: 4_000_000_000 })
    const others = Array.from({ length: 19 }, () => tell(payments.event('customer.subscription.updated', subscription)))
    await waitFor('all events', async () => taken.mock.results.length === 20)
    await Promise.all(taken.mock.results.map(({ value }) => value))
    held.release()
    const replies = await Promise.all([first, ...others])
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(lookups() - before).toBe(2)
    expect(await buyer.billing()).toMatchObject({ ends_at: '2096-10-02T07:06:40.000Z' })
    expect((await buyer.processorEntries()).map(({ outcome }) => outcome)).toEqual(['done', 'done'])
  })

  it('is reconciled with limited concurrency, and fails after the time limit so that it is sent again', async () => {
    const [one, other] = [await payer(), await payer()]
    const { store } = bench.platform.app
    const asked: string[] = []
    const silent = Promise.withResolvers<readonly never[]>()
    const isAsked = Promise.withResolvers<void>()
    const subscriptionsOf = ({ customerId }: { readonly customerId: string }) => {
      asked.push(customerId)
      isAsked.resolve()
      return silent.promise
    }
    const processor = { ...manualProcessor(), subscriptionsOf }
    const look = sharedReconciliations({ store, processor, observe: () => {} }, { withinMs: 50, atOnce: 1 })
    const looks = [one, other].map(({ buyer: { organizationId }, subscription: { customer: customerId } }) =>
      look({ organizationId, customerId, traceId: 'trace' }),
    )
    const ends = await Promise.allSettled(looks)
    expect(ends).toMatchObject([{ reason: { problem: 'payment_failed' } }, { reason: { problem: 'payment_failed' } }])
    await isAsked.promise
    expect(asked).toEqual([one.subscription.customer])
    silent.resolve([])
  })

  it('has the same effect in any order: only its customer is read', async () => {
    const { payments, tell } = bench
    const { buyer, subscription } = await payer()
    const events = [
      payments.event('customer.subscription.updated', { ...subscription, status: 'past_due' }),
      payments.event('invoice.payment_failed', { id: 'in_1', object: 'invoice', customer: subscription.customer }),
      payments.event('customer.subscription.deleted', { ...subscription, status: 'canceled', ended_at: 1 }),
      payments.event('checkout.session.completed', { object: 'checkout.session', customer: subscription.customer }),
    ]
    payments.change(subscription.id, { items: { data: [{ price: { id: PRICES.business }, current_period_end: 1 }] } })
    for (const event of events.toReversed()) {
      expect((await tell(event)).status).toBe(200)
      expect(await buyer.billing()).toMatchObject({ plan: 'business', subscription: 'active', status: 'active' })
    }
    expect((await buyer.processorEntries())[0]?.changes).toEqual([{ field: 'plan', value: 'business' }])
    expect(await buyer.processorEntries()).toHaveLength(2)
  })

  it('is not overwritten by an older reconciliation that writes later, also without changes in between', async () => {
    const { payments, platform, tell } = bench
    const { buyer, subscription } = await payer()
    payments.change(subscription.id, { status: 'past_due' })
    const slow = payments.holdNext('/v1/subscriptions')
    const late = tell(payments.event('customer.subscription.updated', subscription))
    await slow.held
    // It is paid again before the first one writes: the second one, of another process, sees no change.
    payments.change(subscription.id, { status: 'active' })
    const { stripe } = platform.app.config.payments
    const parts = { store: platform.app.store, processor: openProcessor(stripe), observe: () => {} }
    const { customer: customerId } = subscription
    const look = sharedReconciliations(parts)
    expect(await look({ organizationId: buyer.organizationId, customerId, traceId: 'another' })).toBe(true)
    slow.release()
    expect((await late).status).toBe(200)
    expect(await buyer.billing()).toMatchObject({ subscription: 'active', status: 'active', past_due_since: null })
    expect((await buyer.processorEntries()).map(({ outcome }) => outcome)).toEqual(['done'])
  })

  it.each([
    [
      'a foreign secret',
      (body: string) =>
        bench.payments.event('x', {}, { secret: 'whsec_of_somebody_else' }).headers['Stripe-Signature'] ?? body,
    ],
    ['a signature of another text', () => bench.payments.event('x', {}).headers['Stripe-Signature'] ?? ''],
    ['a signature that is none', () => 't=1,v1=zz,v1=,v0=1'],
    ['many signatures', () => `t=${secondsNow()},${'v1=00,'.repeat(1_500)}`],
    ['no signature', () => undefined],
  ])('is refused with %s, without effect or details', async (_, signatureOf) => {
    const { payments, platform } = bench
    const { subscription } = await payer()
    const { body } = payments.event('customer.subscription.updated', subscription)
    const signature = signatureOf(body)
    const before = payments.requests.length
    const reply = await platform.request('/api/v1/billing/events', {
      body,
      headers: { 'X-API-Key': null, ...(signature === undefined ? {} : { 'Stripe-Signature': signature }) },
    })
    expect([reply.status, reply.body.message, reply.body.details]).toEqual([
      400,
      'This payment event is not valid, or this installation accepts no payment events.',
      [],
    ])
    expect(payments.requests).toHaveLength(before)
  })

  it('is refused if replayed after five minutes, and accepted with either secret during a rotation', async () => {
    const { payments, tell } = bench
    const { buyer, subscription } = await payer()
    payments.change(subscription.id, { cancel_at: 4_000_000_000 })
    const sendSigned = (options: object) => tell(payments.event('customer.subscription.updated', subscription, options))
    expect((await sendSigned({ at: secondsNow() - 301 })).status).toBe(400)
    expect(await buyer.billing()).toMatchObject({ ends_at: null })
    expect((await sendSigned({ secret: OLDER_SECRET })).status).toBe(200)
    expect(await buyer.billing()).toMatchObject({ ends_at: '2096-10-02T07:06:40.000Z' })
  })

  it.each([
    ['a megabyte', 'x'.repeat(1024 * 1024), {}, 413],
    ['what is packed', '{}', { 'Content-Encoding': 'gzip' }, 415],
    ['another type', '{}', { 'Content-Type': 'text/plain' }, 400],
    ['nothing', '', {}, 400],
  ])('is refused if it is %s', async (_, body, headers, expected) => {
    const signed = { 'X-API-Key': null, 'Content-Type': 'application/json', 'Stripe-Signature': 't=1,v1=00' }
    const reply = await bench.platform.request('/api/v1/billing/events', {
      method: 'POST',
      body,
      headers: { ...signed, ...headers },
    })
    expect(reply.status).toBe(expected)
  })

  it.each([
    ['no JSON', 'nothing'],
    ['no event', '{"id":17,"data":[]}'],
    ['a text alone', '"evt_1"'],
    ['deep', '['.repeat(100_000)],
  ])('is refused if it is signed and %s', async (_, body) => {
    const at = secondsNow()
    const { createHmac } = await import('node:crypto')
    const mac = createHmac('sha256', OLDER_SECRET).update(`${at}.${body}`).digest('hex')
    expect((await bench.tell({ body, headers: { 'Stripe-Signature': `t=${at},v1=${mac}` } })).status).toBe(400)
  })
})

describe('an event about other objects', () => {
  it('is accepted without reconciliation if it does not concern a subscription', async () => {
    const { payments, tell } = bench
    const { subscription } = await payer()
    const before = lookups()
    for (const type of ['customer.updated', 'payment_method.attached', 'charge.succeeded', 'payment_intent.created']) {
      const object = { id: subscription.customer, object: 'customer', customer: subscription.customer }
      expect((await tell(payments.event(type, object))).status).toBe(200)
    }
    expect(lookups()).toBe(before)
  })

  it('is accepted without effect for an unknown customer, no customer, or other objects', async () => {
    const { payments, tell } = bench
    const victim = await bench.buyer()
    const before = payments.requests.length
    const id = String(victim.organizationId)
    // Payers can write any reference into the URL of a payment link.
    const session = { id: 'cs_1', object: 'checkout.session', customer: 'cus_attacker', client_reference_id: id }
    const metadata = { tabletalk_organization_id: id }
    const events = [
      payments.event('checkout.session.completed', { ...session, metadata }),
      payments.event('customer.subscription.created', {
        ...payments.subscribe('cus_attacker', PRICES.business, { metadata }),
      }),
      payments.event('payout.paid', { id: 'po_1', object: 'payout' }),
      payments.event('customer.deleted', { id: 'cus_attacker', object: 'customer' }),
      payments.event('invoice.paid', { id: 'in_1', object: 'invoice', customer: null }),
      payments.event('invoice.paid', { id: 'in_1', object: 'invoice', customer: { $ne: '' } }),
    ]
    for (const event of events) expect((await tell(event)).status).toBe(200)
    expect(payments.requests).toHaveLength(before)
    expect(await victim.billing()).toMatchObject({ plan: 'starter', processor: 'manual' })
  })

  it('changes nothing and is reported if the subscription belongs to another organization', async () => {
    const { payments, tell } = bench
    const buyer = await bench.buyer()
    await buyer.checkout()
    const metadata = { tabletalk_organization_id: '987654' }
    const foreign = payments.subscribe(await buyer.customer(), PRICES.business, { metadata })
    expect((await tell(payments.event('customer.subscription.created', foreign))).status).toBe(200)
    expect(await buyer.billing()).toMatchObject({ plan: 'starter', processor: 'manual' })
    expect(bench.heard(buyer.organizationId)).toEqual([expect.objectContaining({ reason: 'other_organization' })])
  })

  it('changes nothing and is reported if the price belongs to no plan, until an operator assigns it', async () => {
    const { payments, tell } = bench
    const { buyer, subscription } = await payer()
    payments.change(subscription.id, { items: { data: [{ price: { id: 'price_new' }, current_period_end: 1 }] } })
    const event = payments.event('customer.subscription.updated', subscription)
    expect((await tell(event)).status).toBe(200)
    expect(await buyer.billing()).toMatchObject({ plan: 'professional', status: 'active' })
    expect(bench.heard(buyer.organizationId)).toEqual([expect.objectContaining({ reason: 'price_unknown' })])
    payments.change(subscription.id, { items: { data: [{ price: { id: PRICES.business }, current_period_end: 1 }] } })
    // It was not marked as handled, so it is no duplicate.
    expect((await tell(event)).status).toBe(200)
    expect(await buyer.billing()).toMatchObject({ plan: 'business' })
  })

  it('applies the better of two subscriptions and is reported', async () => {
    const { payments, tell } = bench
    const { buyer, subscription } = await payer()
    const metadata = { ...subscription.metadata }
    const second = payments.subscribe(subscription.customer, PRICES.business, {
      metadata,
      created: subscription.created + 9,
    })
    payments.change(second.id, { status: 'past_due' })
    await tell(payments.event('customer.subscription.created', second))
    expect(await buyer.billing()).toMatchObject({ plan: 'professional', subscription: 'active' })
    expect(bench.heard(buyer.organizationId)).toEqual([expect.objectContaining({ reason: 'paid_twice' })])
    payments.change(subscription.id, { status: 'canceled', ended_at: 1 })
    payments.change(second.id, { status: 'active' })
    await tell(payments.event('customer.subscription.deleted', subscription))
    expect(await buyer.billing()).toMatchObject({ plan: 'business', subscription: 'active' })
  })

  it('does not change the status set by an operator', async () => {
    const { payments, platform, tell } = bench
    const { buyer, subscription } = await payer()
    const own = { organizationId: buyer.organizationId }
    await platform.app.store.organizations.change(own, { subscription: 'past_due' })
    const clicked = payments.change(subscription.id, { cancel_at: 4_000_000_000 })
    await tell(payments.event('customer.subscription.updated', clicked))
    expect(await buyer.billing()).toMatchObject({ subscription: 'past_due', ends_at: '2096-10-02T07:06:40.000Z' })
    expect((await buyer.processorEntries())[0]?.changes.map(({ field }) => field)).toEqual(['ends_at'])
  })
})

describe('the webhook endpoint of the processor', () => {
  let counting: BillingBench
  beforeAll(async () => {
    counting = await billingBench({ TABLETALK_LIMITS: 'memory', TABLETALK_TRUSTED_PROXIES: 'loopback' })
  })
  afterAll(() => counting.close())

  it('counts every event with a wrong signature and logs many of them in one line', async () => {
    const { payments, observed, tell } = counting
    const forged = () => tell(payments.event('invoice.paid', {}, { secret: 'whsec_of_somebody_else' }))
    const replies = await Promise.all(Array.from({ length: 5 }, forged))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400]))
    const refused = observed.filter(
      ({ kind }) => kind === 'payment_signature_rejected' || kind === 'payment_signature_rejections_counted',
    )
    expect(refused.filter(({ kind }) => kind === 'payment_signature_rejected')).toHaveLength(5)
    expect(refused.filter(({ kind }) => kind === 'payment_signature_rejections_counted')).toEqual([
      { kind: 'payment_signature_rejections_counted', count: 1 },
    ])
    let clock = 0
    const reported: unknown[] = []
    const refuse = rejectedSignatureCounter(
      (one) => one.kind === 'payment_signature_rejections_counted' && reported.push(one.count),
      () => clock,
    )
    for (clock = 0; clock <= 180_000; clock += 20_000) refuse()
    expect(reported).toEqual([1, 3, 3, 3])
  })

  it('is not blocked by forged signatures from other networks or by malformed requests', async () => {
    const { payments, platform } = counting
    const [stranger, own] = ['203.0.113.9', '198.51.100.7']
    const window = { name: 'events', units: 6_000, seconds: 60 }
    const flood = () => platform.app.limits.local.take(`network ${stranger}`, [window])
    await Promise.all(Array.from({ length: window.units }, flood))
    const event = payments.event('invoice.paid', { object: 'invoice', customer: 'cus_any' })
    const statusFrom = async (from: string, signature = event.headers['Stripe-Signature'] ?? null) => {
      const headers = { 'X-API-Key': null, 'X-Forwarded-For': from, 'Stripe-Signature': signature }
      return (await platform.request('/api/v1/billing/events', { body: event.body, headers })).status
    }
    expect([await statusFrom(stranger), await statusFrom(stranger, 'v1=00'), await statusFrom(own)]).toEqual([
      ...[429, 400, 200],
    ])
  })

  it('has its own rate limit only for requests with a plausible signature header', async () => {
    const { payments, platform } = counting
    const { body, headers } = payments.event('invoice.paid', { object: 'invoice', customer: 'cus_any' })
    const written = headers['Stripe-Signature'] ?? ''
    const limitOf = async (signature: string | null) => {
      const sent = { 'X-API-Key': null, 'Stripe-Signature': signature }
      return (await platform.request('/api/v1/billing/events', { body, headers: sent })).headers.get(
        'X-RateLimit-Limit',
      )
    }
    expect(await limitOf(written)).toBe('6000')
    const at = (seconds: number) => written.replace(/^t=[0-9]+/, `t=${seconds}`)
    expect(await limitOf(at(secondsNow() - 100))).toBe('6000')
    for (const other of [null, '', 't=1', at(secondsNow() - 310), at(secondsNow() + 310), `${written},t=1`, 'v1=00'])
      expect([other, await limitOf(other)]).toEqual([other, '120'])
  })
})
