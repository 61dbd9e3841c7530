import { TimeLeft } from '../../activities/time-left.ts'

const never = new Promise<never>(() => {})
const { signal } = new AbortController()

it('consecutive waits of a step share one deadline', async () => {
  const time = new TimeLeft(60_000)
  const before = time.ms()
  expect(await time.for(Promise.resolve('opened'), signal)).toBe('opened')
  expect(time.ms()).toBeLessThanOrEqual(before)
})

describe('the deadline of a step, by a fake clock,', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  it('ends the wait for a promise that never settles with query_timeout and leaves no time', async () => {
    const time = new TimeLeft(50)
    const waiting = expect(time.for(never, signal)).rejects.toMatchObject({ problem: 'query_timeout' })
    jest.advanceTimersByTime(50)
    await waiting
    expect(() => time.ms()).toThrow(expect.objectContaining({ problem: 'query_timeout' }))
  })
})

it('the wait of a step ends when its signal aborts', async () => {
  const stop = new AbortController()
  const waiting = new TimeLeft(60_000).for(never, stop.signal)
  stop.abort(new Error('cancelled'))
  await expect(waiting).rejects.toThrow('cancelled')
})

it('the wait of a step rejects with the error of the promise', async () => {
  await expect(new TimeLeft(60_000).for(Promise.reject(new Error('gone')), signal)).rejects.toThrow('gone')
})
