import { concurrentFor, hasFeature, requestLimits } from '../../../src/access/rules/plan.ts'

describe('plans, by the table of the specification', () => {
  it.each([
    ['free', 10, 100, 2],
    ['starter', 100, 5_000, 10],
    ['professional', 500, 25_000, 50],
  ] as const)('%s: %i requests a minute, %i an hour, %i at once', (plan, perMinute, perHour, concurrent) => {
    expect(requestLimits({ plan })).toMatchObject({ perMinute, perHour, concurrent })
  })

  it.each(['free', 'starter', 'professional', 'business', 'enterprise'] as const)(
    '%s: 30 questions a minute and 200 an hour in conversations that the path names',
    (plan) => {
      expect(requestLimits({ plan })).toMatchObject({ conversationPerMinute: 30, conversationPerHour: 200 })
    },
  )

  it('an organization has what was agreed with it in place of its plan’s', () => {
    const limits = { per_minute: 7_000, per_hour: 300_000, per_month: 1_000_000, concurrent: 900 }
    expect(requestLimits({ plan: 'enterprise', limits })).toMatchObject({
      ...{ perMinute: 7_000, perHour: 300_000, perMonth: 1_000_000, concurrent: 900 },
    })
  })

  it.each([
    [1, 1],
    [2, 1],
    [10, 7],
    [500, 375],
  ])('of %i questions at once, one that nobody waits for is among the first %i', (concurrent, most) => {
    expect([concurrentFor({ concurrent }, true), concurrentFor({ concurrent }, false)]).toEqual([concurrent, most])
  })

  it.each([
    ['free', false, false],
    ['starter', true, false],
    ['professional', true, true],
    ['business', true, true],
    ['enterprise', true, true],
  ] as const)('%s: API access %s, custom interfaces %s', (plan, api, custom) => {
    expect([hasFeature({ plan }, 'api_access'), hasFeature({ plan }, 'custom_api_access')]).toEqual([api, custom])
  })
})
