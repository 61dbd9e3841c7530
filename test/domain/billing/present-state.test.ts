import type { Billing } from '../../../src/manage/billing/rules/billing.ts'
import { currentSubscription, type PaidSubscription } from '../../../src/manage/billing/rules/current-subscription.ts'

const NOW = '2026-12-01T12:00:00.000Z'
const planOfPrice = new Map([
  ['small', 'starter'],
  ['large', 'business'],
] as const)
const subscription = (id: string, change: Partial<PaidSubscription> = {}): PaidSubscription => ({
  id,
  createdAt: '2026-11-01T00:00:00.000Z',
  organizationId: '7',
  status: 'active',
  prices: ['small'],
  ...change,
})
const current = (subscriptions: readonly PaidSubscription[], billing?: Billing) =>
  currentSubscription(subscriptions, { organizationId: 7, plan: 'professional', billing }, { planOfPrice, now: NOW })

describe('currentSubscription', () => {
  it('is independent of the order of subscriptions', () => {
    const all = [
      subscription('ended', { status: 'canceled', createdAt: '2026-11-30T00:00:00.000Z' }),
      subscription('due', { status: 'past_due', createdAt: '2026-11-29T00:00:00.000Z', prices: ['large'] }),
      subscription('alive', { prices: ['unknown', 'large', 'small'] }),
      subscription('foreign', { organizationId: '8', prices: ['large'] }),
      subscription('never', { status: 'none' }),
    ]
    for (const order of [all, all.toReversed(), [...all.slice(2), ...all.slice(0, 2)]])
      expect(current(order)).toEqual({
        kind: 'subscribed',
        plan: 'business',
        isPaidTwice: true,
        isPriceUnknown: false,
        state: { processor: 'stripe', subscriptionId: 'alive', status: 'active' },
      })
  })

  it('is unsubscribed without a payment, and unclear for an unknown price or organization', () => {
    expect(current([])).toEqual({ kind: 'unsubscribed' })
    expect(current([subscription('never', { status: 'none' })])).toEqual({ kind: 'unsubscribed' })
    expect(current([subscription('foreign', { organizationId: '70' })])).toEqual({
      kind: 'unclear',
      reason: 'other_organization',
    })
    // An ended subscription does not count while another one is active.
    const ended = subscription('ended', { status: 'canceled' })
    expect(current([subscription('new', { prices: ['unknown'] }), ended])).toEqual({
      kind: 'unclear',
      reason: 'price_unknown',
    })
    expect(current([subscription('by hand', { organizationId: undefined })])).toMatchObject({ kind: 'subscribed' })
  })

  it.each(['canceled', 'past_due'] as const)('is %s with the known subscription, at any price', (status) => {
    const known = { processor: 'stripe', subscriptionId: 'known', status: 'active', version: 1 } as const
    const of = (change: Partial<PaidSubscription>) => subscription('known', { prices: ['no more'], ...change })
    const other = subscription('another product', { organizationId: undefined, prices: ['other'], createdAt: NOW })
    const state = { subscriptionId: 'known', status }
    expect(current([of({ status })], known)).toMatchObject({ plan: 'professional', isPaidTwice: false, state })
    expect(current([other, of({ status })], known)).toMatchObject({ kind: 'subscribed', isPaidTwice: false, state })
    expect(current([other, of({ status, prices: ['large'] })], known)).toMatchObject({ plan: 'business', state })
    expect(current([other, of({})], known)).toMatchObject({ isPaidTwice: false, isPriceUnknown: true })
    // A later subscription replaces the known one.
    expect(current([of({ status }), subscription('next')], known)).toMatchObject({
      plan: 'starter',
      state: { status: 'active' },
    })
    expect(current([other])).toEqual({ kind: 'unclear', reason: 'price_unknown' })
  })

  it('is past due since the date of the processor, or since it was first known', () => {
    const due = subscription('due', { status: 'past_due' })
    const since = (subscriptions: readonly PaidSubscription[], billing?: Billing) => {
      const found = current(subscriptions, billing)
      return found.kind === 'subscribed' ? found.state.pastDueSince : found
    }
    const known = { processor: 'stripe', subscriptionId: 'due', status: 'past_due', version: 1 } as const
    expect(since([{ ...due, pastDueSince: '2026-11-20T00:00:00.000Z' }])).toBe('2026-11-20T00:00:00.000Z')
    expect(since([due], { ...known, pastDueSince: '2026-11-25T00:00:00.000Z' })).toBe('2026-11-25T00:00:00.000Z')
    expect(since([due], { ...known, subscriptionId: 'other', pastDueSince: '2026-11-25T00:00:00.000Z' })).toBe(NOW)
    expect(since([due])).toBe(NOW)
  })
})
