import { decideByResults, hasEmptyFinding, type TriedReading } from '../../../src/ask/rules/decide-by-results.ts'
import type { Row } from '../../../src/ask/rules/outcome.ts'

const NAMES = ['a', 'b', 'c']

/** A reading that found these rows, each cell in its column. */
const tried = (confidence: number, rows: readonly (readonly Row[string][])[], truncated = false): TriedReading => {
  const columns = NAMES.slice(0, rows[0]?.length ?? 1).map((name) => ({ name, type: 'mixed' as const }))
  const named = rows.map((row) => Object.fromEntries(row.map((cell, index) => [NAMES[index] ?? '', cell])))
  return { confidence, result: { columns, rows: named, rowCount: rows.length, truncated } }
}

const ADA = [['Ada', 3]]
const BOTH = [
  ['Ada', 3],
  ['Bo', 1],
]
const TURNED = [
  [1, 'Bo'],
  [3, 'Ada'],
]
const NOTHING: readonly (readonly Row[string][])[] = []

describe('a comparison of readings by what their statements gave', () => {
  it.each([
    ['no rival ended', tried(0.8, BOTH), [], 0.8],
    ['one of the same rows, in another order', tried(0.8, BOTH), [tried(0.5, TURNED)], 0.9],
    ['two of the same rows', tried(0.8, BOTH), [tried(0.5, BOTH), tried(0.4, BOTH)], 0.94],
    ['one that shows a column less', tried(0.8, BOTH), [tried(0.5, [['Bo'], ['Ada']])], 0.9],
    ['one that shows a column more', tried(0.8, [['Bo'], ['Ada']]), [tried(0.5, BOTH)], 0.9],
    ['other rows of one that is further behind', tried(0.85, BOTH), [tried(0.74, ADA)], 0.85],
    ['other rows far behind, beside the same', tried(0.8, BOTH), [tried(0.5, BOTH), tried(0.4, ADA)], 0.9],
    ['the same first rows of more', tried(0.8, BOTH, true), [tried(0.7, BOTH, true)], 0.8],
    ['nothing in two ways', tried(0.8, NOTHING), [tried(0.7, NOTHING)], 0.8],
    ['nothing, as no rows and as 0', tried(0.8, [[0]]), [tried(0.7, NOTHING)], 0.8],
  ] as const)('answers: %s', (_, first, rivals, confidence) => {
    const decided = decideByResults(first, rivals)
    expect(decided).toEqual({ kind: 'answer', confidence: expect.closeTo(confidence, 6) })
  })

  it.each([
    ['other rows of a near rival', tried(0.85, BOTH), [tried(0.75, ADA)], [0]],
    ['other rows of the same number', tried(0.8, [['Ada']]), [tried(0.7, [['Bo']])], [0]],
    ['no rows of a near rival', tried(0.8, BOTH), [tried(0.7, NOTHING)], [0]],
    ['more rows than are shown of one of them', tried(0.8, BOTH), [tried(0.7, BOTH, true)], [0]],
    ['near rivals only', tried(0.8, BOTH), [tried(0.7, ADA), tried(0.6, BOTH), tried(0.3, ADA)], [0]],
    ['no rows, and rows of a rival far behind', tried(0.9, NOTHING), [tried(0.3, ADA)], [0]],
    ['a lone NULL, and rows of a rival', tried(0.9, [[null]]), [tried(0.3, ADA)], [0]],
    ['a lone 0, and rows of the second rival', tried(0.9, [[0]]), [tried(0.4, [[null]]), tried(0.3, ADA)], [1]],
  ] as const)('asks: %s', (_, first, rivals, asked) => {
    expect(decideByResults(first, rivals)).toEqual({ kind: 'ask', rivals: asked.map((index) => rivals[index]) })
  })

  it('takes a row of several cells, a cut result without rows, and a false for something that was found', () => {
    expect(hasEmptyFinding(tried(1, [[0, 0]]).result)).toBe(false)
    expect(hasEmptyFinding(tried(1, NOTHING, true).result)).toBe(false)
    expect(hasEmptyFinding(tried(1, [['0.00']]).result)).toBe(true)
    expect(hasEmptyFinding(tried(1, [['']]).result)).toBe(false)
    expect(hasEmptyFinding(tried(1, [[false]]).result)).toBe(false)
  })
})
