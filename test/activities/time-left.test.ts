import { TimeLeft } from '../../activities/time-left.ts'

const never = new Promise<never>(() => {})
const { signal } = new AbortController()

it('what is waited for and what follows share one deadline', async () => {
  const time = new TimeLeft(60_000)
  const before = time.ms()
  expect(await time.for(Promise.resolve('opened'), signal)).toBe('opened')
  expect(time.ms()).toBeLessThanOrEqual(before)
})

describe('by a clock that the test moves,', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  it('waiting for a promise that never settles ends as query_timeout, and no time is left', async () => {
    const time = new TimeLeft(50)
    const waiting = expect(time.for(never, signal)).rejects.toMatchObject({ problem: 'query_timeout' })
    jest.advanceTimersByTime(50)
    await waiting
    expect(() => time.ms()).toThrow(expect.objectContaining({ problem: 'query_timeout' }))
  })
})

it('waiting ends when the signal aborts', async () => {
  const stop = new AbortController()
  const waiting = new TimeLeft(60_000).for(never, stop.signal)
  stop.abort(new Error('cancelled'))
  await expect(waiting).rejects.toThrow('cancelled')
})

it('passes on why what is waited for failed', async () => {
  await expect(new TimeLeft(60_000).for(Promise.reject(new Error('gone')), signal)).rejects.toThrow('gone')
})
