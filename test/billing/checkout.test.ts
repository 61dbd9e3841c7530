import { jest } from '@jest/globals'
import { tokenOf } from '../accounts/logged-in.ts'
import { codeOf } from '../http/management/manager.ts'
import { PORTAL, PRICES } from '../support/payment-server.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type BillingBench, billingBench } from './billing-bench.ts'

let bench: BillingBench
const sessionAt = (page: string) => bench.payments.sessions.get(page.split('/').at(-1) ?? '')
beforeAll(async () => {
  bench = await billingBench({ TABLETALK_TRIAL_DAYS: '14' })
})
afterAll(() => bench.close())
afterEach(() => jest.restoreAllMocks())

describe('a purchased plan', () => {
  it('is ordered by the owner and takes effect once the processor reports the payment', async () => {
    const { payments, tell } = bench
    const buyer = await bench.buyer('free')
    const id = String(buyer.organizationId)
    const page = await buyer.checkout()
    const session = payments.sessions.get(page.split('/').at(-1) ?? '')
    expect(Object.fromEntries(session?.params ?? [])).toEqual({
      mode: 'subscription',
      customer: await buyer.customer(),
      client_reference_id: id,
      'line_items[0][price]': PRICES.professional,
      'line_items[0][quantity]': '1',
      'metadata[tabletalk_organization_id]': id,
      'subscription_data[trial_period_days]': '14',
      'subscription_data[metadata][tabletalk_organization_id]': id,
      success_url: `${PORTAL}/billing?checkout=done`,
      cancel_url: `${PORTAL}/billing?checkout=cancelled`,
    })
    expect(await buyer.billing()).toMatchObject({ plan: 'free', subscription: 'active', processor: 'manual' })
    const subscription = payments.pay(page)
    expect((await tell(payments.event('customer.subscription.created', subscription))).status).toBe(200)
    expect(await buyer.billing()).toEqual({
      plan: 'professional',
      subscription: 'active',
      processor: 'stripe',
      status: 'active',
      trial_ends_at: null,
      past_due_since: null,
      grace_ends_at: null,
      ends_at: null,
      plans: ['starter', 'professional', 'business'],
    })
    expect(await buyer.processorEntries()).toEqual([
      {
        outcome: 'done',
        changes: [
          ...[
            { field: 'plan', value: 'professional' },
            { field: 'processor', value: 'stripe' },
          ],
          { field: 'subscription_id', value: subscription.id },
        ],
      },
    ])
    const again = await buyer.owner('POST', '/billing/checkout', { plan: 'business' })
    expect(codeOf(again)).toEqual([400, 'BUSINESS_INVALID_STATE'])
    const portal = await buyer.owner('POST', '/billing/portal', { return_url: `${PORTAL}/plans` })
    expect(portal.body.data.url).toBe(`https://pay.example/p/${await buyer.customer()}`)
    // The key has the features of the new plan.
    expect((await buyer.get('/organization')).body.data).toMatchObject({
      plan: 'professional',
      subscription: 'active',
      billing: { processor: 'stripe', status: 'active' },
    })
  })

  it('has one customer for concurrent checkouts, and a second subscription has no trial', async () => {
    const { payments, tell } = bench
    const buyer = await bench.buyer()
    const pages = await Promise.all([buyer.checkout(), buyer.checkout(), buyer.checkout('business')])
    const customer = await buyer.customer()
    const begun = pages.map((page) => sessionAt(page))
    expect(begun.map((session) => session?.customer)).toEqual([customer, customer, customer])
    // Of concurrent checkouts, only one can be paid.
    expect(begun.map((session) => session?.status).toSorted()).toEqual(['expired', 'expired', 'open'])
    const first = payments.pay(pages.find((page) => sessionAt(page)?.status === 'open') ?? '')
    await tell(payments.event('customer.subscription.created', first))
    await tell(
      payments.event('customer.subscription.deleted', payments.change(first.id, { status: 'canceled', ended_at: 1 })),
    )
    expect(await buyer.billing()).toMatchObject({ subscription: 'canceled', ends_at: '1970-01-01T00:00:01.000Z' })
    const next = payments.sessions.get((await buyer.checkout()).split('/').at(-1) ?? '')
    expect([next?.customer, next?.params.get('subscription_data[trial_period_days]')]).toEqual([customer, null])
  })

  it('is not sold again while its event is missing, and has a trial once', async () => {
    const { payments } = bench
    const buyer = await bench.buyer()
    const earlier = await buyer.checkout('business')
    const page = await buyer.checkout()
    expect([sessionAt(earlier)?.status, sessionAt(page)?.status]).toEqual(['expired', 'open'])
    const subscription = payments.pay(page)
    const { organizationId } = buyer
    const again = await buyer.owner('POST', '/billing/checkout', { plan: 'business' })
    expect(codeOf(again)).toEqual([400, 'BUSINESS_INVALID_STATE'])
    expect(await buyer.billing()).toMatchObject({ plan: 'professional', processor: 'stripe' })
    // The event of its end is missing as well.
    payments.change(subscription.id, { status: 'canceled', ended_at: 1 })
    const next = sessionAt(await buyer.checkout())
    expect(next?.params.get('subscription_data[trial_period_days]')).toBeNull()
    const other = await bench.buyer()
    await other.checkout()
    const metadata = { tabletalk_organization_id: String(organizationId) }
    payments.subscribe(await other.customer(), PRICES.business, { metadata })
    const unclear = sessionAt(await other.checkout())
    expect(unclear?.params.get('subscription_data[trial_period_days]')).toBeNull()
  })

  it('expires other open checkouts once it is known', async () => {
    const { payments, tell } = bench
    const buyer = await bench.buyer()
    const subscription = payments.pay(await buyer.checkout())
    const beside = payments.begin(subscription.customer, subscription.metadata)
    const foreign = payments.begin(subscription.customer)
    payments.misbehave('broken', '/expire')
    const event = payments.event('customer.subscription.created', subscription)
    expect((await tell(event)).status).toBe(500)
    payments.misbehave(undefined)
    expect((await tell(event)).status).toBe(200)
    expect([sessionAt(beside)?.status, sessionAt(foreign)?.status]).toEqual(['expired', 'open'])
  })

  it('can be ordered after the customer was deleted at the processor', async () => {
    const { payments } = bench
    const buyer = await bench.buyer()
    const { organizationId } = buyer
    const billing = { processor: 'manual', status: 'active', customerId: 'cus_gone' } as const
    await bench.platform.app.store.organizations.changeBilling({ organizationId }, 0, { billing })
    await buyer.checkout()
    expect(payments.customers.has(await buyer.customer())).toBe(true)
  })

  it('has no second trial after a customer change', async () => {
    const { payments, tell } = bench
    const buyer = await bench.buyer()
    const { id } = payments.pay(await buyer.checkout())
    await tell(
      payments.event('customer.subscription.deleted', payments.change(id, { status: 'canceled', ended_at: 1 })),
    )
    payments.removeCustomer(await buyer.customer())
    for (const page of [await buyer.checkout(), await buyer.checkout()])
      expect(sessionAt(page)?.params.get('subscription_data[trial_period_days]')).toBeNull()
  })

  it('is sold only to owners and to their keys', async () => {
    const { platform } = bench
    const buyer = await bench.buyer()
    for (const role of ['admin', 'member'] as const) {
      const token = await tokenOf(platform, buyer.organizationId, role)
      for (const [method, path] of [
        ['GET', '/billing'],
        ['POST', '/billing/checkout'],
        ['POST', '/billing/portal'],
      ] as const) {
        const headers = { 'X-API-Key': null, Authorization: `Bearer ${token}` }
        const { status } = await platform.request(`/api/v1${path}`, { method, headers })
        expect([role, path, status]).toEqual([role, path, 403])
      }
    }
    expect((await buyer.send('POST', '/billing/checkout', { plan: 'business' })).status).toBe(200)
  })

  it.each([
    ['another site', 'https://evil.example/'],
    ['another site behind a name', 'https://portal.example.com@evil.example/'],
    ['another site that begins alike', 'https://portal.example.com.evil.example/'],
    ['another port', 'https://portal.example.com:8443/'],
    ['the clear', 'http://portal.example.com/'],
    ['a script', 'javascript:alert(1)'],
    ['a password', 'https://user:pass@portal.example.com/'],
    ['no address', '//evil.example'],
    ['backslashes', 'https:\\\\evil.example'],
    ['a long address', `${PORTAL}/${'x'.repeat(2_000)}`],
  ])('never redirects to %s', async (_, address) => {
    const buyer = await bench.buyer()
    const before = bench.payments.requests.length
    for (const field of ['success_url', 'cancel_url']) {
      const { status, body } = await buyer.send('POST', '/billing/checkout', { plan: 'starter', [field]: address })
      expect([status, body.details[0].field]).toEqual([400, field])
    }
    const { status, body } = await buyer.send('POST', '/billing/portal', { return_url: address })
    expect([status, body.details[0].field]).toEqual([400, 'return_url'])
    expect([bench.payments.requests.length, await buyer.audit()]).toEqual([before, []])
  })

  it('must be on sale, and the portal requires a customer', async () => {
    const buyer = await bench.buyer()
    const free = await buyer.send('POST', '/billing/checkout', { plan: 'free' })
    expect([free.status, free.body.details[0]]).toMatchObject([400, { field: 'plan' }])
    expect(codeOf(await buyer.send('POST', '/billing/portal'))).toEqual([400, 'BUSINESS_INVALID_STATE'])
  })
})

describe('an organization that is removed during a checkout', () => {
  const confirmed = { confirm: 'Org on starter' }

  it('returns no page for a checkout that started before the removal', async () => {
    const { payments } = bench
    const buyer = await bench.buyer()
    const opened = payments.holdNext('/v1/checkout/sessions')
    const begun = buyer.owner('POST', '/billing/checkout', { plan: 'business' })
    await opened.held
    expect((await buyer.owner('DELETE', '/organization', confirmed)).status).toBe(202)
    opened.release()
    const { status, text } = await begun
    expect([status, text]).toEqual([404, expect.not.stringContaining('pay.example')])
  })

  it.each([
    ['is the first', 0],
    ['is another one', 1],
  ])('leaves no checkout open that started during the removal, if it %s', async (_, before) => {
    const { store } = bench.platform.app
    const buyer = await bench.buyer()
    for (let count = 0; count < before; count++) await buyer.checkout()
    const mark = store.organizations.markPendingDeletion
    const pages: string[] = []
    jest.spyOn(store.organizations, 'markPendingDeletion').mockImplementationOnce(async (...args) => {
      pages.push(await buyer.checkout())
      return await mark(...args)
    })
    expect((await buyer.owner('DELETE', '/organization', confirmed)).status).toBe(202)
    expect(pages.map((page) => sessionAt(page)?.status)).toEqual(['expired'])
    expect(await store.organizations.find(buyer)).toBeUndefined()
  })

  it('is not removed while purchases continue', async () => {
    const { store } = bench.platform.app
    const buyer = await bench.buyer()
    jest.spyOn(store.organizations, 'markPendingDeletion').mockResolvedValue(false)
    expect((await buyer.owner('DELETE', '/organization', confirmed)).status).toBe(503)
    expect(await store.organizations.find(buyer)).toBeDefined()
  })
})

describe('without a payment processor', () => {
  let manual: Platform
  beforeAll(async () => {
    manual = await startPlatform({ worker: false, env: { TABLETALK_LIMITS: 'memory' } })
  })
  afterAll(() => manual.close())

  it('nothing is sold, and every event is rejected as forged', async () => {
    const send = (path: string, json: object) => manual.request(`/api/v1${path}`, { json })
    expect(codeOf(await send('/billing/checkout', { plan: 'business' }))).toEqual([
      403,
      'BUSINESS_FEATURE_NOT_AVAILABLE',
    ])
    expect(codeOf(await send('/billing/portal', {}))).toEqual([403, 'BUSINESS_FEATURE_NOT_AVAILABLE'])
    const { body, headers } = bench.payments.event('customer.subscription.updated', { customer: 'cus_any' })
    const forged = await manual.request('/api/v1/billing/events', { body, headers })
    expect([forged.status, forged.headers.get('X-RateLimit-Limit')]).toEqual([400, '120'])
    const { data } = (await manual.request('/api/v1/billing')).body
    expect(data).toMatchObject({ processor: 'manual', subscription: 'active', status: 'active', plans: [] })
  })
})
