import { jest } from '@jest/globals'
import { tokenOf } from '../accounts/logged-in.ts'
import { type ScriptedSubscription, secondsNow } from '../support/payment-server.ts'
import { type BillingBench, billingBench } from './billing-bench.ts'

let bench: BillingBench
beforeAll(async () => {
  bench = await billingBench({ TABLETALK_GRACE_DAYS: '5' })
})
afterAll(() => bench.close())
afterEach(() => jest.restoreAllMocks())

const DAY_S = 24 * 60 * 60

/** What asking and reading end with, for a key and for a person, in a request and in a stream; `in` where they are let in. */
const letIn = async (organizationId: number, key: string) => {
  const { platform } = bench
  const token = await tokenOf(platform, organizationId, 'owner')
  const outcome = async (headers: Record<string, string | null>, path: string, json?: object) => {
    const { status, body } = await platform.request(`/api/v1${path}`, {
      headers: { 'X-API-Key': null, 'X-Tenant-Id': null, ...headers },
      ...(json === undefined ? {} : { json }),
    })
    return status === 403 ? body.error_code : 'in'
  }
  const keyed = { 'X-API-Key': key }
  const person = { Authorization: `Bearer ${token}` }
  const question = { message: 'How many orders?' }
  return {
    'key asks': await outcome(keyed, '/chat/message', question),
    'key streams': await outcome(keyed, '/chat/new/stream?message=any'),
    'key reads': await outcome(keyed, '/chat/conversations'),
    'key manages': await outcome(keyed, '/billing'),
    'person asks': await outcome(person, '/chat/message', question),
    'person manages': await outcome(person, '/billing'),
  }
}
const EVERYWHERE = {
  'key asks': 'in',
  'key streams': 'in',
  'key reads': 'in',
  'key manages': 'in',
  'person asks': 'in',
  'person manages': 'in',
}
const nowhere = (code: string) => ({
  ...EVERYWHERE,
  'key asks': code,
  'key streams': code,
  'person asks': code,
})

interface Case {
  readonly change: Partial<ScriptedSubscription>
  /** Due date of the overdue payment. */
  readonly billed?: number
  readonly expected: object
  readonly standing: string
}

const cases: Readonly<Record<string, () => Case>> = {
  'in its trial': () => ({
    change: { status: 'trialing', trial_end: secondsNow() + DAY_S },
    expected: EVERYWHERE,
    standing: 'active',
  }),
  'whose trial is over': () => ({
    change: { status: 'trialing', trial_end: secondsNow() - DAY_S },
    expected: nowhere('BUSINESS_SUBSCRIPTION_REQUIRED'),
    standing: 'none',
  }),
  'with a payment that is due, in its days of grace': () => ({
    change: { status: 'past_due' },
    billed: secondsNow() - 4 * DAY_S,
    expected: EVERYWHERE,
    standing: 'active',
  }),
  'whose days of grace are over': () => ({
    change: { status: 'unpaid' },
    billed: secondsNow() - 6 * DAY_S,
    standing: 'past_due',
    expected: {
      ...EVERYWHERE,
      'key asks': 'SUBSCRIPTION_PAST_DUE',
      'key streams': 'SUBSCRIPTION_PAST_DUE',
      'person asks': 'SUBSCRIPTION_PAST_DUE',
    },
  }),
  'that is cancelled and runs until the end of its period': () => ({
    change: {
      cancel_at_period_end: true,
      items: { data: [{ price: { id: 'price_professional' }, current_period_end: secondsNow() + DAY_S }] },
    },
    expected: EVERYWHERE,
    standing: 'active',
  }),
  'whose last period is over, though nobody has told so': () => ({
    change: { cancel_at: secondsNow() - 1 },
    expected: nowhere('SUBSCRIPTION_CANCELED'),
    standing: 'canceled',
  }),
  'that has ended': () => ({
    change: { status: 'canceled', ended_at: secondsNow() - 1 },
    expected: nowhere('SUBSCRIPTION_CANCELED'),
    standing: 'canceled',
  }),
}

describe('a subscription', () => {
  it.each(Object.entries(cases))(
    '%s gives the same result for keys and users, in requests and streams',
    async (_, make) => {
      const { change, billed, expected, standing } = make()
      const { payments, tell } = bench
      const buyer = await bench.buyer()
      const subscription = payments.pay(await buyer.checkout(), change)
      if (billed !== undefined) payments.bill(subscription.id, secondsNow(), billed)
      expect((await tell(payments.event('customer.subscription.updated', subscription))).status).toBe(200)
      expect(await letIn(buyer.organizationId, buyer.key)).toEqual(expected)
      expect(await buyer.billing()).toMatchObject({ plan: 'professional', subscription: standing })
    },
  )

  it('that has ended still permits buying a plan and removing the organization', async () => {
    const { payments, tell } = bench
    const buyer = await bench.buyer()
    const subscription = payments.pay(await buyer.checkout())
    const ended = payments.change(subscription.id, { status: 'canceled', ended_at: secondsNow() - 1 })
    await tell(payments.event('customer.subscription.deleted', ended))
    expect((await buyer.send('POST', '/chat/message', { message: 'any' })).body.error_code).toBe(
      'SUBSCRIPTION_CANCELED',
    )
    const page = await buyer.send('POST', '/billing/checkout', { plan: 'professional' })
    expect([page.status, typeof page.body.data.url]).toEqual([200, 'string'])
    const { name } = (await buyer.send('GET', '/organization')).body.data
    expect((await buyer.send('DELETE', '/organization', { confirm: name })).status).toBe(202)
  })

  it('that is overdue loses its grace period by time alone, also for a cached key', async () => {
    const { payments, tell } = bench
    const buyer = await bench.buyer()
    const subscription = payments.pay(await buyer.checkout(), { status: 'past_due' })
    // No more than it takes: ids of this process do not go back after it.
    payments.bill(subscription.id, secondsNow() - 5 * DAY_S + 120)
    const reply = await tell(payments.event('invoice.upcoming', { object: 'invoice', customer: subscription.customer }))
    expect(reply.status).toBe(200)
    const ask = async () => (await buyer.send('POST', '/chat/message', { message: 'any' })).body.error_code
    expect(await ask()).not.toBe('SUBSCRIPTION_PAST_DUE')
    const now = Date.now()
    jest.spyOn(Date, 'now').mockImplementation(() => now + 240_000)
    expect(await ask()).toBe('SUBSCRIPTION_PAST_DUE')
    jest.restoreAllMocks()
    // After the payment the next request succeeds.
    payments.change(subscription.id, { status: 'active' })
    await tell(payments.event('invoice.paid', { object: 'invoice', customer: subscription.customer }))
    expect(await buyer.billing()).toMatchObject({ subscription: 'active', past_due_since: null, grace_ends_at: null })
  })

  it('has its own grace days if they were agreed', async () => {
    const { payments, platform, tell } = bench
    const buyer = await bench.buyer()
    const page = await buyer.checkout()
    const own = { organizationId: buyer.organizationId }
    const { billing } = (await platform.app.store.organizations.find(own)) ?? {}
    if (billing === undefined) throw new Error('nothing was bound')
    await platform.app.store.organizations.changeBilling(own, billing.version, {
      billing: { ...billing, graceDays: 30 },
    })
    const subscription = payments.pay(page, { status: 'past_due' })
    payments.bill(subscription.id, secondsNow() - 20 * DAY_S)
    await tell(payments.event('customer.subscription.updated', subscription))
    expect(await buyer.billing()).toMatchObject({ subscription: 'active', status: 'past_due' })
  })
})
