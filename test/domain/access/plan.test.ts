import { concurrentFor, hasFeature, requestLimits } from '../../../src/access/rules/plan.ts'

describe('Plans of the specification', () => {
  it.each([
    ['free', 10, 100, 2],
    ['starter', 100, 5_000, 10],
    ['professional', 500, 25_000, 50],
  ] as const)(
    '%s allows %i requests a minute, %i an hour and %i concurrently',
    (plan, perMinute, perHour, concurrent) => {
      expect(requestLimits({ plan })).toMatchObject({ perMinute, perHour, concurrent })
    },
  )

  it.each(['free', 'starter', 'professional', 'business', 'enterprise'] as const)(
    '%s allows 30 questions a minute and 200 an hour on /chat/{conversation_id}/message',
    (plan) => {
      expect(requestLimits({ plan })).toMatchObject({ conversationPerMinute: 30, conversationPerHour: 200 })
    },
  )

  it('limits agreed with an organization replace those of its plan', () => {
    const limits = { per_minute: 7_000, per_hour: 300_000, per_month: 1_000_000, concurrent: 900 }
    expect(requestLimits({ plan: 'enterprise', limits })).toMatchObject({
      perMinute: 7_000,
      perHour: 300_000,
      perMonth: 1_000_000,
      concurrent: 900,
    })
  })

  it.each([
    [1, 1],
    [2, 1],
    [10, 7],
    [500, 375],
  ])('of %i concurrent questions at most %i run in the background', (concurrent, most) => {
    expect([concurrentFor({ concurrent }, true), concurrentFor({ concurrent }, false)]).toEqual([concurrent, most])
  })

  it.each([
    ['free', false, false],
    ['starter', true, false],
    ['professional', true, true],
    ['business', true, true],
    ['enterprise', true, true],
  ] as const)('%s has api_access: %s, custom_api_access: %s', (plan, api, custom) => {
    expect([hasFeature({ plan }, 'api_access'), hasFeature({ plan }, 'custom_api_access')]).toEqual([api, custom])
  })
})
