import { fastWaitMs, type TimedQuestion, timeLimitsOf } from '../../../src/ask/rules/time-limits.ts'

const SETTINGS = {
  turnTimeoutMs: 120_000,
  queryTimeoutMs: 30_000,
  asyncTimeoutMs: 3_600_000,
  asyncQueryTimeoutMs: 600_000,
}
const of = (question: Partial<TimedQuestion>, settings = SETTINGS) =>
  timeLimitsOf(settings, { isAsync: true, kind: 'organization', ...question })

describe('Asynchronous question', () => {
  it('has one hour, and ten minutes for its query once it has a slot', () => {
    expect(of({})).toEqual({
      timeoutMs: 3_600_000,
      queryTimeoutMs: 600_000,
      patience: { waitMs: 3_000_000, isAwaited: false },
    })
  })

  it.each([
    [1_800, 1_800_000, 1_800_000],
    [3_600, 3_600_000, 1_800_000],
    [9_999, 3_600_000, 1_800_000],
    [60, 60_000, 3_540_000],
  ])(
    'has %i s for its query if its database sets them, and time to wait for a slot',
    (asyncQueryTimeout, query, wait) => {
      const { queryTimeoutMs, patience } = of({ asyncQueryTimeout })
      expect([queryTimeoutMs, patience]).toEqual([query, { waitMs: wait, isAwaited: false }])
    },
  )

  it('has at least the query time of a synchronous question', () => {
    expect(of({ asyncQueryTimeout: 5 }).queryTimeoutMs).toBe(30_000)
  })

  it('has the synchronous limits with a public key, ignoring the setting of its database, and waits for a slot', () => {
    expect(of({ kind: 'database', asyncQueryTimeout: 3_600 })).toEqual({
      timeoutMs: 120_000,
      queryTimeoutMs: 30_000,
      patience: { waitMs: 90_000, isAwaited: false },
    })
  })
})

it('fastWaitMs of an asynchronous question is its whole slot wait', () => {
  expect(fastWaitMs(of({}).patience)).toBe(3_000_000)
})

describe('Synchronous question', () => {
  it.each(['organization', 'database'] as const)(
    'has the synchronous limits for itself and its slot wait with a key of kind %s',
    (kind) => {
      expect(of({ isAsync: false, kind, asyncQueryTimeout: 3_600 })).toEqual({
        timeoutMs: 120_000,
        queryTimeoutMs: 30_000,
        patience: { waitMs: 90_000, isAwaited: true },
      })
    },
  )

  it('waits less than 5 s for its first slot', () => {
    expect(fastWaitMs(of({ isAsync: false }).patience)).toBeLessThan(5_000)
    expect(fastWaitMs({ waitMs: 1_000, isAwaited: true })).toBe(1_000)
  })
})
