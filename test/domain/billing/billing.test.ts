import { agreedBilling } from '../../../src/manage/billing/rules/agreed-billing.ts'
import { type Billing, graceEndsAt, subscriptionStatus } from '../../../src/manage/billing/rules/billing.ts'

const NOON = '2026-12-01T12:00:00.000Z'
const AT = Date.parse(NOON)
const DAY_MS = 24 * 60 * 60_000
const bought = (billing: Partial<Billing>): Billing => ({
  processor: 'stripe',
  status: 'active',
  version: 1,
  ...billing,
})

describe('what an organization has paid for', () => {
  it('is enough where nothing was ever said', () => {
    expect(subscriptionStatus({}, AT, 7)).toBe('active')
  })

  it.each([
    ['the trial', { processor: 'manual', status: 'trialing', trialEndsAt: NOON }, 0, 'none'],
    ['a trial that was bought, and an hour', { status: 'trialing', trialEndsAt: NOON }, 60 * 60_000, 'none'],
    ['the days of grace', { status: 'past_due', pastDueSince: NOON }, 7 * DAY_MS, 'past_due'],
    ['days of grace of its own', { status: 'past_due', pastDueSince: NOON, graceDays: 2 }, 2 * DAY_MS, 'past_due'],
    ['no days of grace', { status: 'past_due', pastDueSince: NOON, graceDays: 0 }, 0, 'past_due'],
    ['the last period', { endsAt: NOON }, 0, 'canceled'],
    ['the last period of a trial', { status: 'trialing', endsAt: NOON }, 0, 'canceled'],
    ['the last period of what is due', { status: 'past_due', pastDueSince: NOON, endsAt: NOON }, 0, 'canceled'],
  ] as const)('holds until the last millisecond of %s', (_, billing, laterMs, then) => {
    const organization = { billing: bought(billing) }
    expect([
      subscriptionStatus(organization, AT + laterMs - 1, 7),
      subscriptionStatus(organization, AT + laterMs, 7),
    ]).toEqual([...['active', then]])
  })

  it.each([
    ['none', { status: 'none' }],
    ['canceled', { status: 'canceled', endsAt: '2100-01-01T00:00:00.000Z' }],
    ['past_due', { status: 'past_due' }],
  ] as const)('is %s at once where no moment says otherwise', (expected, billing) => {
    expect(subscriptionStatus({ billing: bought(billing) }, AT, 7)).toBe(expected)
  })

  it('is what an operator has said of it, whatever else is known', () => {
    for (const subscription of ['active', 'none', 'past_due', 'canceled'] as const)
      expect(subscriptionStatus({ subscription, billing: bought({ status: 'canceled' }) }, AT, 7)).toBe(subscription)
  })

  it('has days of grace only while something is due', () => {
    expect(graceEndsAt(bought({ status: 'past_due', pastDueSince: NOON }), 7)).toBe('2026-12-08T12:00:00.000Z')
    expect(graceEndsAt(bought({ pastDueSince: NOON }), 7)).toBeUndefined()
  })
})

describe('what an operator agrees', () => {
  it('is kept beside what was agreed before, until it is taken back', () => {
    const trial = agreedBilling(undefined, { trialEndsAt: NOON })
    expect(trial).toEqual({ processor: 'manual', status: 'trialing', trialEndsAt: NOON })
    const due = agreedBilling({ ...trial, version: 1 }, { pastDueSince: NOON, graceDays: 3 })
    expect(due).toEqual({ ...trial, status: 'past_due', pastDueSince: NOON, graceDays: 3 })
    const nothing = { trialEndsAt: null, pastDueSince: null, graceDays: null }
    expect(agreedBilling({ ...due, version: 2 }, nothing)).toEqual({ processor: 'manual', status: 'active' })
  })

  it('leaves alone what was bought, and takes it away with its customer', () => {
    const before = bought({ customerId: 'cus_one', subscriptionId: 'sub_one', status: 'past_due', pastDueSince: NOON })
    const { version: _, ...same } = before
    expect(agreedBilling(before, { graceDays: 30 })).toEqual({ ...same, graceDays: 30 })
    expect(agreedBilling(before, { customerId: null, pastDueSince: null })).toEqual({
      ...{ processor: 'manual', status: 'active' },
    })
  })
})
