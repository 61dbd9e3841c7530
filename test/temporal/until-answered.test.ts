import { retryUntilAnswered } from '../../src/temporal/retry-until-answered.ts'

/** Somebody who waits by a clock that only his waiting moves. */
const patience = () => {
  const ending = new AbortController()
  const told: { readonly at: number; readonly reason: string }[] = []
  const waits: number[] = []
  let time = 0
  return {
    ...{ ending, told, waits },
    now: () => time,
    signal: ending.signal,
    report: (reason: string) => void told.push({ at: time, reason }),
    wait: async (ms: number) => {
      waits.push(ms)
      time += ms
    },
  }
}

const wordsOf = async (error: unknown): Promise<string> => {
  if (error instanceof RangeError) throw error
  return String(error)
}

describe('waiting for Temporal', () => {
  it('goes on for as long as it takes, and tells why at once, when that changes, and twice a minute', async () => {
    const waiting = patience()
    const five = 5 * 60_000
    const attempt = async () => {
      if (waiting.now() < 60_000) throw 'refused'
      if (waiting.now() < five) throw 'no namespace'
      return 'there'
    }
    expect(await retryUntilAnswered(attempt, wordsOf, waiting)).toBe('there')
    expect(waiting.told[0]).toEqual({ at: 0, reason: 'refused' })
    const changed = waiting.told.find(({ reason }) => reason === 'no namespace')
    expect(changed?.at).toBeLessThanOrEqual(60_000 + 5_000)
    const gaps = waiting.told.slice(1).map(({ at }, index) => at - (waiting.told[index]?.at ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(35_000)
    expect(waiting.told.length).toBeLessThanOrEqual(five / 30_000 + 2)
    expect(waiting.waits.slice(0, 3)).toEqual([500, 1_000, 2_000])
    expect(Math.max(...waiting.waits)).toBe(5_000)
  })

  it('is ended by its signal, also in the middle of an attempt, and then tells nothing more', async () => {
    const waiting = patience()
    const attempt = async () => {
      waiting.ending.abort(new Error('asked to stop'))
      throw 'refused'
    }
    await expect(retryUntilAnswered(attempt, wordsOf, waiting)).rejects.toThrow('asked to stop')
    expect(waiting.told).toEqual([])
  })

  it('ends at once with what waiting does not mend', async () => {
    const waiting = patience()
    const attempt = () => Promise.reject(new RangeError('a mistake of ours'))
    await expect(retryUntilAnswered(attempt, wordsOf, waiting)).rejects.toThrow('a mistake of ours')
    expect(waiting.waits).toEqual([])
  })
})
