import { jest } from '@jest/globals'
import { poll } from '../../src/ask/events/poll.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

describe('the poll of a turn log', () => {
  it('reads once for all subscriptions, and never without any', async () => {
    const asked: number[] = []
    const highest = async (wanted: ReadonlyMap<string, unknown>) => {
      asked.push(wanted.size)
      return new Map<string, number>()
    }
    const { watch, close } = poll(highest, { pollMs: 20, idlePollMs: 20 })
    await jest.advanceTimersByTimeAsync(1_000)
    expect(asked).toEqual([])
    const stops = Array.from({ length: 100 }, (_, index) => watch(`turn-${index}`, () => undefined))
    await jest.advanceTimersByTimeAsync(100)
    expect(asked).toEqual([100, 100, 100, 100, 100])
    for (const stop of stops) stop()
    await jest.advanceTimersByTimeAsync(20)
    const afterwards = asked.length
    await jest.advanceTimersByTimeAsync(1_000)
    expect(asked).toHaveLength(afterwards)
    close()
  })

  it('slows down while idle and speeds up after an event', async () => {
    let asked = 0
    let ends = new Map<string, number>()
    const highest = async () => {
      asked += 1
      return ends
    }
    const { watch, close } = poll(highest, { pollMs: 100, idlePollMs: 1_000 })
    watch('turn', () => undefined)
    await jest.advanceTimersByTimeAsync(10_000)
    asked = 0
    await jest.advanceTimersByTimeAsync(10_000)
    expect(asked).toBe(10)
    ends = new Map([['turn', 1]])
    await jest.advanceTimersByTimeAsync(1_000)
    asked = 0
    await jest.advanceTimersByTimeAsync(1_000)
    expect(asked).toBe(10)
    close()
  })
})
