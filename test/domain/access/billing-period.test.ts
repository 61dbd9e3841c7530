import { billingPeriod } from '../../../src/access/rules/billing-period.ts'
import { isNear } from '../../../src/access/rules/quota.ts'
import { isDay, usageRange } from '../../../src/manage/usage/rules/usage-range.ts'

const at = (text: string) => Date.parse(text)
const period = (text: string, day?: number) => {
  const { startsOn, startsAt, endsAt } = billingPeriod(at(text), day)
  expect(startsAt).toBe(at(startsOn))
  return [startsOn, new Date(endsAt).toISOString()]
}

describe('Billing period', () => {
  it.each([
    ['2026-11-01T00:00:00.000Z', undefined, '2026-11-01', '2026-12-01T00:00:00.000Z'],
    ['2026-11-30T23:59:59.999Z', undefined, '2026-11-01', '2026-12-01T00:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', undefined, '2026-12-01', '2027-01-01T00:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', undefined, '2028-02-01', '2028-03-01T00:00:00.000Z'],
    ['2026-11-14T23:59:59.999Z', 15, '2026-10-15', '2026-11-15T00:00:00.000Z'],
    ['2026-11-15T00:00:00.000Z', 15, '2026-11-15', '2026-12-15T00:00:00.000Z'],
    ['2027-01-02T00:00:00.000Z', 3, '2026-12-03', '2027-01-03T00:00:00.000Z'],
    ['2026-02-28T00:00:00.000Z', 28, '2026-02-28', '2026-03-28T00:00:00.000Z'],
    ['2026-03-27T23:59:59.999Z', 28, '2026-02-28', '2026-03-28T00:00:00.000Z'],
  ])('of %s with billing day %s starts on %s and ends at %s', (now, day, startsOn, endsAt) => {
    expect(period(now, day)).toEqual([startsOn, endsAt])
  })

  it('starts where the previous period ends, for every billing day', () => {
    for (let day = 1; day <= 28; day++) {
      let { startsAt, endsAt } = billingPeriod(at('2026-01-31T12:00:00Z'), day)
      for (let month = 0; month < 30; month++) {
        expect(billingPeriod(endsAt - 1, day).startsAt).toBe(startsAt)
        const next = billingPeriod(endsAt, day)
        expect(next.startsAt).toBe(endsAt)
        ;({ startsAt, endsAt } = next)
      }
    }
  })
})

describe('Quota', () => {
  it('is nearly used up from 80 % on', () => {
    expect([79, 80, 100].map((used) => isNear({ used, allowed: 100 }))).toEqual([false, true, true])
    expect([0, 1].map((used) => isNear({ used, allowed: 1 }))).toEqual([false, true])
  })
})

describe('Date range of a usage request', () => {
  const now = at('2026-11-26T10:00:00Z')
  const rangeOf = (range: { readonly from?: string; readonly to?: string }, billingDay?: number) =>
    usageRange(range, { billingDay, now })

  it('defaults to the billing period until today', () => {
    expect(rangeOf({})).toEqual({ from: '2026-11-01', to: '2026-11-26' })
    expect(rangeOf({}, 28)).toEqual({ from: '2026-10-28', to: '2026-11-26' })
    expect(rangeOf({ to: '2026-02-10' }, 15)).toEqual({ from: '2026-01-15', to: '2026-02-10' })
    expect(rangeOf({ from: '2025-11-26' })).toEqual({ from: '2025-11-26', to: '2026-11-26' })
  })

  it('is at most 366 days long and does not end before it starts', () => {
    expect(() => rangeOf({ from: '2025-11-25' })).toThrow('366 days')
    expect(() => rangeOf({ from: '2026-11-27' })).toThrow('must not be before from')
  })

  it('accepts only existing calendar days', () => {
    const days = ['2026-11-26', '2028-02-29', '2026-02-29', '2026-13-01', '2026-1-1', '2026-11-26T00:00:00Z', '']
    expect(days.filter(isDay)).toEqual(['2026-11-26', '2028-02-29'])
  })
})
