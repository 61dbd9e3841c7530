import { compareReadings, type TryReading } from '../../activities/compare-readings.ts'
import { Problem } from '../../src/platform/problems/problem.ts'

const rowsOf = (...cells: readonly number[]) => ({
  columns: [{ name: 'n', type: 'number' as const }],
  rows: cells.map((n) => ({ n })),
  rowCount: cells.length,
  truncated: false,
  executionTimeMs: 1,
})
const choice = (label: string) => ({ label, question: label })
const alternative = (query: string) => ({ query, confidence: 0.7, choice: choice(query) })
const DRAFT = { confidence: 0.8, choice: choice('first'), alternatives: [alternative('one'), alternative('two')] }
const FIRST = { result: rowsOf(3), durationMs: 0, signal: new AbortController().signal }
/** Long enough for a busy machine. */
const LONG = { firstMs: 200, allMs: 60_000 }

const ANSWER = { kind: 'answer', confidence: 0.8, beside: {} }

/** Replies to each query; a query without a reply is refused. */
const finding =
  (found: Readonly<Record<string, () => ReturnType<typeof rowsOf>>>, asked: string[] = []): TryReading =>
  async (query) => {
    asked.push(query)
    return found[query]?.()
  }

const failing = (error: Error) => () => {
  throw error
}

describe('comparing the readings of a draft', () => {
  it('offers alternatives with other rows as choices, the likeliest reading first', async () => {
    const tryReading = finding({ one: () => rowsOf(4), two: () => rowsOf(5) })
    const choices = [choice('first'), choice('one'), choice('two')]
    expect(await compareReadings(DRAFT, FIRST, tryReading, LONG)).toEqual({ kind: 'ask', choices })
  })

  it('runs no alternative after a slow first statement', async () => {
    const asked: string[] = []
    const tryReading = finding({ one: () => rowsOf(4) }, asked)
    expect(await compareReadings(DRAFT, { ...FIRST, durationMs: 201 }, tryReading, LONG)).toEqual(ANSWER)
    expect(asked).toEqual([])
    expect(await compareReadings(DRAFT, { ...FIRST, durationMs: 200 }, tryReading, LONG)).toMatchObject({ kind: 'ask' })
  })

  it('runs at most two alternatives', async () => {
    const asked: string[] = []
    const alternatives = ['one', 'two', 'three'].map(alternative)
    await compareReadings({ ...DRAFT, alternatives }, FIRST, finding({}, asked), LONG)
    expect(asked).toEqual(['one', 'two'])
  })

  it.each([
    ['are refused', {}],
    ['time out', { one: failing(new Problem('query_timeout')) }],
    ['have no slot', { one: failing(new Problem('busy')) }],
  ])('ignores alternatives that %s', async (_, found) => {
    expect(await compareReadings(DRAFT, FIRST, finding(found), LONG)).toEqual(ANSWER)
  })

  it('cancels an alternative at its deadline and runs no further ones', async () => {
    const asked: string[] = []
    const endless: TryReading = async (query, _, signal) => {
      asked.push(query)
      const { promise, reject } = Promise.withResolvers<never>()
      signal.addEventListener('abort', () => reject(signal.reason))
      return promise
    }
    expect(await compareReadings(DRAFT, FIRST, endless, { firstMs: 200, allMs: 20 })).toEqual(ANSWER)
    expect(asked).toEqual(['one'])
  })

  it('spends the last statement on the extent of the data if no rows are found and no choice is offered', async () => {
    const days = {
      columns: [
        { name: 'a', type: 'text' as const },
        { name: 'b', type: 'text' as const },
      ],
      rows: [{ a: '2026-01-03', b: '2026-04-30' }],
      rowCount: 1,
      truncated: false,
      executionTimeMs: 1,
    }
    const asked: string[] = []
    const tryReading: TryReading = async (query) => {
      asked.push(query)
      return query === 'extent' ? days : rowsOf()
    }
    const nothing = { ...FIRST, result: rowsOf() }
    const alone = { confidence: 0.8, extentQuery: 'extent' }
    const extent = { first: '2026-01-03', last: '2026-04-30' }
    expect(await compareReadings(alone, nothing, tryReading, LONG)).toEqual({ ...ANSWER, beside: { extent } })
    const beside = { ...DRAFT, ...alone, alternatives: DRAFT.alternatives.slice(0, 1) }
    expect(await compareReadings(beside, nothing, tryReading, LONG)).toEqual({ ...ANSWER, beside: { extent } })
    expect(await compareReadings({ ...DRAFT, ...alone }, nothing, tryReading, LONG)).toEqual(ANSWER)
    expect(await compareReadings(alone, FIRST, tryReading, LONG)).toEqual(ANSWER)
    expect(asked).toEqual(['extent', 'one', 'extent', 'one', 'two'])
  })

  it('runs no ties query after the extent query', async () => {
    const asked: string[] = []
    const draft = { confidence: 0.8, extentQuery: 'extent', tiesQuery: { query: 'longer', limit: 1, column: -1 } }
    await compareReadings(draft, { ...FIRST, result: rowsOf(0) }, finding({}, asked), LONG)
    expect(asked).toEqual(['extent'])
  })

  it.each([
    ['tie with the last shown row are counted', [3, 2, 2, 2, 1], { ties: { rows: 3, isMore: false, limit: 2 } }],
    ['are less than the last shown row are not reported', [3, 2, 1], {}],
    ['do not exist are not reported', [3, 2], {}],
  ])('spends the last statement on ties: rows that %s', async (_, longer, beside) => {
    const draft = { confidence: 0.8, tiesQuery: { query: 'longer', limit: 2, column: -1 } }
    const tryReading = finding({ longer: () => rowsOf(...longer) })
    const first = { ...FIRST, result: rowsOf(3, 2) }
    expect(await compareReadings(draft, first, tryReading, LONG)).toEqual({ ...ANSWER, beside })
  })

  it('fails with the cancellation of its step or with a programming error', async () => {
    const cancelled = new AbortController()
    const cancelling: TryReading = async () => {
      cancelled.abort(new Error('cancelled'))
      throw new Problem('query_timeout')
    }
    const first = { ...FIRST, signal: cancelled.signal }
    await expect(compareReadings(DRAFT, first, cancelling, LONG)).rejects.toThrow('cancelled')
    const broken = finding({ one: failing(new TypeError('wrong')) })
    await expect(compareReadings(DRAFT, FIRST, broken, LONG)).rejects.toThrow('wrong')
  })
})
