import { retryUntilAnswered } from '../../src/temporal/retry-until-answered.ts'

/** A waiting loop on a fake clock that only its waits advance. */
const fakeWait = () => {
  const ending = new AbortController()
  const reports: { readonly at: number; readonly reason: string }[] = []
  const waits: number[] = []
  let time = 0
  return {
    ending,
    reports,
    waits,
    now: () => time,
    signal: ending.signal,
    report: (reason: string) => void reports.push({ at: time, reason }),
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
  it('continues without limit and reports the reason at once, on changes, and twice a minute', async () => {
    const waiting = fakeWait()
    const five = 5 * 60_000
    const attempt = async () => {
      if (waiting.now() < 60_000) throw 'refused'
      if (waiting.now() < five) throw 'no namespace'
      return 'there'
    }
    expect(await retryUntilAnswered(attempt, wordsOf, waiting)).toBe('there')
    expect(waiting.reports[0]).toEqual({ at: 0, reason: 'refused' })
    const changed = waiting.reports.find(({ reason }) => reason === 'no namespace')
    expect(changed?.at).toBeLessThanOrEqual(60_000 + 5_000)
    const gaps = waiting.reports.slice(1).map(({ at }, index) => at - (waiting.reports[index]?.at ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(35_000)
    expect(waiting.reports.length).toBeLessThanOrEqual(five / 30_000 + 2)
    expect(waiting.waits.slice(0, 3)).toEqual([500, 1_000, 2_000])
    expect(Math.max(...waiting.waits)).toBe(5_000)
  })

  it('ends with its signal, also during an attempt, without a further report', async () => {
    const waiting = fakeWait()
    const attempt = async () => {
      waiting.ending.abort(new Error('asked to stop'))
      throw 'refused'
    }
    await expect(retryUntilAnswered(attempt, wordsOf, waiting)).rejects.toThrow('asked to stop')
    expect(waiting.reports).toEqual([])
  })

  it('ends immediately with an error that retrying cannot fix', async () => {
    const waiting = fakeWait()
    const attempt = () => Promise.reject(new RangeError('a mistake of ours'))
    await expect(retryUntilAnswered(attempt, wordsOf, waiting)).rejects.toThrow('a mistake of ours')
    expect(waiting.waits).toEqual([])
  })
})
