import type { Billing } from '../../../src/manage/billing/rules/billing.ts'
import { currentSubscription, type PaidSubscription } from '../../../src/manage/billing/rules/current-subscription.ts'

const NOW = '2026-12-01T12:00:00.000Z'
const planOfPrice = new Map([
  ['small', 'starter'],
  ['large', 'business'],
] as const)
const paid = (id: string, change: Partial<PaidSubscription> = {}): PaidSubscription => ({
  ...{ id, createdAt: '2026-11-01T00:00:00.000Z', organizationId: '7', status: 'active', prices: ['small'] },
  ...change,
})
const present = (subscriptions: readonly PaidSubscription[], billing?: Billing) =>
  currentSubscription(subscriptions, { organizationId: 7, plan: 'professional', billing }, { planOfPrice, now: NOW })

describe('what subscriptions come to', () => {
  it('is the same in whichever order they are told', () => {
    const all = [
      paid('ended', { status: 'canceled', createdAt: '2026-11-30T00:00:00.000Z' }),
      paid('due', { status: 'past_due', createdAt: '2026-11-29T00:00:00.000Z', prices: ['large'] }),
      paid('alive', { prices: ['unknown', 'large', 'small'] }),
      paid('foreign', { organizationId: '8', prices: ['large'] }),
      paid('never', { status: 'none' }),
    ]
    for (const order of [all, all.toReversed(), [...all.slice(2), ...all.slice(0, 2)]])
      expect(present(order)).toEqual({
        ...{ kind: 'subscribed', plan: 'business', isPaidTwice: true, isPriceUnknown: false },
        state: { processor: 'stripe', subscriptionId: 'alive', status: 'active' },
      })
  })

  it('is nothing where nothing was ever paid, and unclear where nobody knows for what or for whom', () => {
    expect(present([])).toEqual({ kind: 'unsubscribed' })
    expect(present([paid('never', { status: 'none' })])).toEqual({ kind: 'unsubscribed' })
    expect(present([paid('foreign', { organizationId: '70' })])).toEqual({
      kind: 'unclear',
      reason: 'other_organization',
    })
    // What has ended says nothing while something else goes on.
    const ended = paid('ended', { status: 'canceled' })
    expect(present([paid('new', { prices: ['unknown'] }), ended])).toEqual({ kind: 'unclear', reason: 'price_unknown' })
    expect(present([paid('by hand', { organizationId: undefined })])).toMatchObject({ kind: 'subscribed' })
  })

  it.each(['canceled', 'past_due'] as const)(
    'is %s where the one we know is, at whatever price it was bought',
    (status) => {
      const known = { processor: 'stripe', subscriptionId: 'known', status: 'active', version: 1 } as const
      const of = (change: Partial<PaidSubscription>) => paid('known', { prices: ['no more'], ...change })
      const other = paid('another product', { organizationId: undefined, prices: ['other'], createdAt: NOW })
      const state = { subscriptionId: 'known', status }
      expect(present([of({ status })], known)).toMatchObject({ plan: 'professional', isPaidTwice: false, state })
      expect(present([other, of({ status })], known)).toMatchObject({ kind: 'subscribed', isPaidTwice: false, state })
      expect(present([other, of({ status, prices: ['large'] })], known)).toMatchObject({ plan: 'business', state })
      expect(present([other, of({})], known)).toMatchObject({ isPaidTwice: false, isPriceUnknown: true })
      // What was bought instead of it comes before it.
      expect(present([of({ status }), paid('next')], known)).toMatchObject({
        plan: 'starter',
        state: { status: 'active' },
      })
      expect(present([other])).toEqual({ kind: 'unclear', reason: 'price_unknown' })
    },
  )

  it('is due since the processor says so, else since it was first known', () => {
    const due = paid('due', { status: 'past_due' })
    const since = (subscriptions: readonly PaidSubscription[], billing?: Billing) => {
      const found = present(subscriptions, billing)
      return found.kind === 'subscribed' ? found.state.pastDueSince : found
    }
    const before = { processor: 'stripe', subscriptionId: 'due', status: 'past_due', version: 1 } as const
    expect(since([{ ...due, pastDueSince: '2026-11-20T00:00:00.000Z' }])).toBe('2026-11-20T00:00:00.000Z')
    expect(since([due], { ...before, pastDueSince: '2026-11-25T00:00:00.000Z' })).toBe('2026-11-25T00:00:00.000Z')
    expect(since([due], { ...before, subscriptionId: 'other', pastDueSince: '2026-11-25T00:00:00.000Z' })).toBe(NOW)
    expect(since([due])).toBe(NOW)
  })
})
