import { fastWaitMs, type TimedQuestion, timeLimitsOf } from '../../../src/ask/rules/time-limits.ts'

const SETTINGS = {
  ...{ turnTimeoutMs: 120_000, queryTimeoutMs: 30_000 },
  ...{ asyncTimeoutMs: 3_600_000, asyncQueryTimeoutMs: 600_000 },
}
const of = (asked: Partial<TimedQuestion>, settings = SETTINGS) =>
  timeLimitsOf(settings, { isAsync: true, kind: 'organization', ...asked })

describe('a question that nobody waits for', () => {
  it('has an hour, and its query ten minutes once it has a slot', () => {
    expect(of({})).toEqual({
      ...{ timeoutMs: 3_600_000, queryTimeoutMs: 600_000 },
      patience: { waitMs: 3_000_000, isAwaited: false },
    })
  })

  it.each([
    [1_800, 1_800_000, 1_800_000],
    [3_600, 3_600_000, 1_800_000],
    [9_999, 3_600_000, 1_800_000],
    [60, 60_000, 3_540_000],
  ])(
    'has %i s for its query where its database says so, and time to wait for a slot',
    (asyncQueryTimeout, query, wait) => {
      const { queryTimeoutMs, patience } = of({ asyncQueryTimeout })
      expect([queryTimeoutMs, patience]).toEqual([query, { waitMs: wait, isAwaited: false }])
    },
  )

  it('has no less for its query than one that somebody waits for', () => {
    expect(of({ asyncQueryTimeout: 5 }).queryTimeoutMs).toBe(30_000)
  })

  it('has the usual limits with a public key, whatever its database says, and waits for a slot meanwhile', () => {
    expect(of({ kind: 'database', asyncQueryTimeout: 3_600 })).toEqual({
      ...{ timeoutMs: 120_000, queryTimeoutMs: 30_000 },
      patience: { waitMs: 90_000, isAwaited: false },
    })
  })
})

it('waits for as long for the slot that it begins in as for any', () => {
  expect(fastWaitMs(of({}).patience)).toBe(3_000_000)
})

describe('a question that somebody waits for', () => {
  it.each(['organization', 'database'] as const)(
    'has the usual limits, and waits for a slow slot for as long: %s',
    (kind) => {
      expect(of({ isAsync: false, kind, asyncQueryTimeout: 3_600 })).toEqual({
        ...{ timeoutMs: 120_000, queryTimeoutMs: 30_000 },
        patience: { waitMs: 90_000, isAwaited: true },
      })
    },
  )

  it('waits less than five seconds for the slot that it begins in', () => {
    expect(fastWaitMs(of({ isAsync: false }).patience)).toBeLessThan(5_000)
    expect(fastWaitMs({ waitMs: 1_000, isAwaited: true })).toBe(1_000)
  })
})
