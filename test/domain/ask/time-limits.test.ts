import { AWAITED, type TimedQuestion, timeLimitsOf } from '../../../src/domain/ask/time-limits.ts'

const SETTINGS = {
  ...{ turnTimeoutMs: 120_000, queryTimeoutMs: 30_000 },
  ...{ asyncTimeoutMs: 3_600_000, asyncQueryTimeoutMs: 600_000 },
}
const of = (asked: Partial<TimedQuestion>, settings = SETTINGS) =>
  timeLimitsOf(settings, { isAsync: true, kind: 'organization', ...asked })

describe('a question that nobody waits for', () => {
  it('has an hour, and its query ten minutes once it has a place', () => {
    expect(of({})).toEqual({
      ...{ timeoutMs: 3_600_000, queryTimeoutMs: 600_000 },
      patience: { waitMs: 3_000_000, isLong: true, isAwaited: false },
    })
  })

  it.each([
    [1_800, 1_800_000, 1_800_000],
    [3_600, 3_600_000, 1_800_000],
    [9_999, 3_600_000, 1_800_000],
    [60, 60_000, 3_540_000],
  ])(
    'has %i s for its query where its database says so, and time to wait for a place',
    (asyncQueryTimeout, query, wait) => {
      const { queryTimeoutMs, patience } = of({ asyncQueryTimeout })
      expect([queryTimeoutMs, patience]).toEqual([query, { waitMs: wait, isLong: true, isAwaited: false }])
    },
  )

  it('has no less for its query than one that somebody waits for', () => {
    const { queryTimeoutMs, patience } = of({ asyncQueryTimeout: 5 })
    expect([queryTimeoutMs, patience.isLong]).toEqual([30_000, false])
  })

  it('has the usual limits with a public key, whatever its database says, and waits for a place meanwhile', () => {
    expect(of({ kind: 'database', asyncQueryTimeout: 3_600 })).toEqual({
      ...{ timeoutMs: 120_000, queryTimeoutMs: 30_000 },
      patience: { waitMs: 90_000, isLong: false, isAwaited: false },
    })
  })
})

it('a question that somebody waits for has the usual limits, and waits less than five seconds for a place', () => {
  const usual = { timeoutMs: 120_000, queryTimeoutMs: 30_000, patience: AWAITED }
  for (const kind of ['organization', 'database'] as const)
    expect(of({ isAsync: false, kind, asyncQueryTimeout: 3_600 })).toEqual(usual)
  expect(AWAITED.waitMs).toBeLessThan(5_000)
})
