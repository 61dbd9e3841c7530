import { RunningQueries } from '../../activities/running-queries.ts'
import type { Outcome } from '../../src/ask/rules/outcome.ts'

const KEPT: Outcome = { kind: 'kept' }
const ended = async () => KEPT
const untilCancelled = (signal: AbortSignal): Promise<Outcome> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('the driver was aborted'))))

describe('a query that was handed over', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  it('is adopted with its outcome, also if it has ended before', async () => {
    const queries = new RunningQueries()
    await queries.begin('id', ended).outcome
    queries.handOver('id')
    expect(await queries.adopt('id')?.outcome).toBe(KEPT)
    queries.release('id')
    expect([queries.adopt('id'), queries.size]).toEqual([undefined, 0])
  })

  it('is cancelled when no step has adopted it in time, and not found afterwards', async () => {
    const queries = new RunningQueries()
    const { outcome } = queries.begin('id', untilCancelled)
    queries.handOver('id')
    jest.advanceTimersByTime(2_000)
    await expect(outcome).rejects.toMatchObject({ problem: 'turn_timeout' })
    expect(queries.adopt('id')).toBeUndefined()
  })

  it('goes on for any time once it is adopted', async () => {
    const queries = new RunningQueries()
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    queries.begin('id', () => promise)
    queries.handOver('id')
    const adopted = queries.adopt('id')
    jest.advanceTimersByTime(60_000)
    resolve(KEPT)
    expect(await adopted?.outcome).toBe(KEPT)
  })

  it('is found by a local step that runs again, and not run twice', async () => {
    const queries = new RunningQueries()
    const first = queries.begin('id', untilCancelled)
    queries.handOver('id')
    expect(queries.begin('id', ended)).toBe(first)
  })

  it('ends with its process', async () => {
    const queries = new RunningQueries()
    const { outcome } = queries.begin('id', untilCancelled)
    queries.handOver('id')
    queries.close()
    await expect(outcome).rejects.toMatchObject({ problem: 'worker_unavailable' })
  })
})
