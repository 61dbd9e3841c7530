import { DELIVERY_RETRY, nextAttemptMs } from '../../../src/manage/webhooks/rules/delivery.ts'

const HOUR_MS = 3_600_000

/** The intervals of a delivery that always fails, in seconds. */
const intervals = (): number[] => {
  const waits: number[] = []
  let sinceFirstMs = 0
  for (let failures = 1; ; failures++) {
    const waitMs = nextAttemptMs(DELIVERY_RETRY, { failures, sinceFirstMs })
    if (waitMs === undefined) return waits
    waits.push(waitMs / 1000)
    sinceFirstMs += waitMs
  }
}

describe('Retry of a failed delivery', () => {
  it('backs off from 5 s to one hour and ends one day after the first failure', () => {
    const all = intervals()
    expect(all.slice(0, 8)).toEqual([5, 15, 45, 135, 405, 1_215, 3_600, 3_600])
    expect(all.reduce((sum, one) => sum + one, 0)).toBe(24 * 3_600)
    expect(Math.max(...all)).toBe(3_600)
  })

  it.each([
    ['within the limits is used', 60_000, 60_000],
    ['shorter than the interval is ignored', 1_000, 5_000],
    ['longer than one hour is one hour', 100 * HOUR_MS, HOUR_MS],
  ])('with Retry-After: a value %s', (_, retryAfterMs, waited) => {
    expect(nextAttemptMs(DELIVERY_RETRY, { failures: 1, sinceFirstMs: 0, retryAfterMs })).toBe(waited)
  })

  it('never waits beyond the last attempt for any Retry-After', () => {
    const sinceFirstMs = 24 * HOUR_MS - 7_000
    expect(nextAttemptMs(DELIVERY_RETRY, { failures: 1, sinceFirstMs, retryAfterMs: HOUR_MS })).toBe(7_000)
    expect(nextAttemptMs(DELIVERY_RETRY, { failures: 400, sinceFirstMs: 24 * HOUR_MS })).toBeUndefined()
    expect(nextAttemptMs(DELIVERY_RETRY, { failures: 4_000, sinceFirstMs: 0 })).toBe(HOUR_MS)
  })
})
