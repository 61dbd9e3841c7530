import { agreedBilling } from '../../../src/manage/billing/rules/agreed-billing.ts'
import { type Billing, graceEndsAt, subscriptionStatus } from '../../../src/manage/billing/rules/billing.ts'

const NOON = '2026-12-01T12:00:00.000Z'
const AT = Date.parse(NOON)
const DAY_MS = 24 * 60 * 60_000
const billingOf = (billing: Partial<Billing>): Billing => ({
  processor: 'stripe',
  status: 'active',
  version: 1,
  ...billing,
})

describe('Subscription status', () => {
  it('is active without billing data', () => {
    expect(subscriptionStatus({}, AT, 7)).toBe('active')
  })

  it.each([
    ['the trial', { processor: 'manual', status: 'trialing', trialEndsAt: NOON }, 0, 'none'],
    ['a trial of the payment processor plus one hour', { status: 'trialing', trialEndsAt: NOON }, 60 * 60_000, 'none'],
    ['the grace days', { status: 'past_due', pastDueSince: NOON }, 7 * DAY_MS, 'past_due'],
    ['agreed grace days', { status: 'past_due', pastDueSince: NOON, graceDays: 2 }, 2 * DAY_MS, 'past_due'],
    ['zero grace days', { status: 'past_due', pastDueSince: NOON, graceDays: 0 }, 0, 'past_due'],
    ['the last period', { endsAt: NOON }, 0, 'canceled'],
    ['the last period of a trial', { status: 'trialing', endsAt: NOON }, 0, 'canceled'],
    [
      'the last period of an overdue subscription',
      { status: 'past_due', pastDueSince: NOON, endsAt: NOON },
      0,
      'canceled',
    ],
  ] as const)('is active until the last millisecond of %s', (_, billing, laterMs, then) => {
    const organization = { billing: billingOf(billing) }
    expect([
      subscriptionStatus(organization, AT + laterMs - 1, 7),
      subscriptionStatus(organization, AT + laterMs, 7),
    ]).toEqual([...['active', then]])
  })

  it.each([
    ['none', { status: 'none' }],
    ['canceled', { status: 'canceled', endsAt: '2100-01-01T00:00:00.000Z' }],
    ['past_due', { status: 'past_due' }],
  ] as const)('is %s at once without a date', (expected, billing) => {
    expect(subscriptionStatus({ billing: billingOf(billing) }, AT, 7)).toBe(expected)
  })

  it('is the status set by an operator, for any billing data', () => {
    for (const subscription of ['active', 'none', 'past_due', 'canceled'] as const)
      expect(subscriptionStatus({ subscription, billing: billingOf({ status: 'canceled' }) }, AT, 7)).toBe(subscription)
  })

  it('has grace days only while a payment is past due', () => {
    expect(graceEndsAt(billingOf({ status: 'past_due', pastDueSince: NOON }), 7)).toBe('2026-12-08T12:00:00.000Z')
    expect(graceEndsAt(billingOf({ pastDueSince: NOON }), 7)).toBeUndefined()
  })
})

describe('agreedBilling', () => {
  it('keeps earlier agreements until they are removed', () => {
    const trial = agreedBilling(undefined, { trialEndsAt: NOON })
    expect(trial).toEqual({ processor: 'manual', status: 'trialing', trialEndsAt: NOON })
    const due = agreedBilling({ ...trial, version: 1 }, { pastDueSince: NOON, graceDays: 3 })
    expect(due).toEqual({ ...trial, status: 'past_due', pastDueSince: NOON, graceDays: 3 })
    const nothing = { trialEndsAt: null, pastDueSince: null, graceDays: null }
    expect(agreedBilling({ ...due, version: 2 }, nothing)).toEqual({ processor: 'manual', status: 'active' })
  })

  it('keeps a purchased subscription, and removes it with its customer', () => {
    const purchased = billingOf({
      customerId: 'cus_one',
      subscriptionId: 'sub_one',
      status: 'past_due',
      pastDueSince: NOON,
    })
    const { version: _, ...same } = purchased
    expect(agreedBilling(purchased, { graceDays: 30 })).toEqual({ ...same, graceDays: 30 })
    expect(agreedBilling(purchased, { customerId: null, pastDueSince: null })).toEqual({
      processor: 'manual',
      status: 'active',
    })
  })
})
