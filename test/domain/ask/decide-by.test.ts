import { decideByResults, hasEmptyFinding, type TriedReading } from '../../../src/ask/rules/decide-by-results.ts'
import type { Row } from '../../../src/ask/rules/outcome.ts'

const NAMES = ['a', 'b', 'c']

/** A reading whose query returned these rows. */
const readingOf = (confidence: number, rows: readonly (readonly Row[string][])[], truncated = false): TriedReading => {
  const columns = NAMES.slice(0, rows[0]?.length ?? 1).map((name) => ({ name, type: 'mixed' as const }))
  const named = rows.map((row) => Object.fromEntries(row.map((cell, index) => [NAMES[index] ?? '', cell])))
  return { confidence, result: { columns, rows: named, rowCount: rows.length, truncated } }
}

const ADA = [['Ada', 3]]
const BOTH = [
  ['Ada', 3],
  ['Bo', 1],
]
const REORDERED = [
  [1, 'Bo'],
  [3, 'Ada'],
]
const NO_ROWS: readonly (readonly Row[string][])[] = []

describe('decideByResults', () => {
  it.each([
    ['without a finished rival', readingOf(0.8, BOTH), [], 0.8],
    ['a rival with the same rows in another order', readingOf(0.8, BOTH), [readingOf(0.5, REORDERED)], 0.9],
    ['two rivals with the same rows', readingOf(0.8, BOTH), [readingOf(0.5, BOTH), readingOf(0.4, BOTH)], 0.94],
    ['a rival with one column less', readingOf(0.8, BOTH), [readingOf(0.5, [['Bo'], ['Ada']])], 0.9],
    ['a rival with one column more', readingOf(0.8, [['Bo'], ['Ada']]), [readingOf(0.5, BOTH)], 0.9],
    ['a less likely rival with other rows', readingOf(0.85, BOTH), [readingOf(0.74, ADA)], 0.85],
    [
      'a rival with the same rows and an unlikely one with others',
      readingOf(0.8, BOTH),
      [readingOf(0.5, BOTH), readingOf(0.4, ADA)],
      0.9,
    ],
    ['a rival with the same rows, both truncated', readingOf(0.8, BOTH, true), [readingOf(0.7, BOTH, true)], 0.8],
    ['two results without rows', readingOf(0.8, NO_ROWS), [readingOf(0.7, NO_ROWS)], 0.8],
    ['a lone 0 and a rival without rows', readingOf(0.8, [[0]]), [readingOf(0.7, NO_ROWS)], 0.8],
  ] as const)('answers for %s', (_, first, rivals, confidence) => {
    const decided = decideByResults(first, rivals)
    expect(decided).toEqual({ kind: 'answer', confidence: expect.closeTo(confidence, 6) })
  })

  it.each([
    ['a likely rival with other rows', readingOf(0.85, BOTH), [readingOf(0.75, ADA)], [0]],
    ['a rival with as many other rows', readingOf(0.8, [['Ada']]), [readingOf(0.7, [['Bo']])], [0]],
    ['a likely rival without rows', readingOf(0.8, BOTH), [readingOf(0.7, NO_ROWS)], [0]],
    ['a rival with the same rows but truncated', readingOf(0.8, BOTH), [readingOf(0.7, BOTH, true)], [0]],
    [
      'likely and unlikely rivals, naming the likely one',
      readingOf(0.8, BOTH),
      [readingOf(0.7, ADA), readingOf(0.6, BOTH), readingOf(0.3, ADA)],
      [0],
    ],
    ['no rows and an unlikely rival with rows', readingOf(0.9, NO_ROWS), [readingOf(0.3, ADA)], [0]],
    ['a lone NULL and a rival with rows', readingOf(0.9, [[null]]), [readingOf(0.3, ADA)], [0]],
    [
      'a lone 0 and a second rival with rows',
      readingOf(0.9, [[0]]),
      [readingOf(0.4, [[null]]), readingOf(0.3, ADA)],
      [1],
    ],
  ] as const)('asks for %s', (_, first, rivals, asked) => {
    expect(decideByResults(first, rivals)).toEqual({ kind: 'ask', rivals: asked.map((index) => rivals[index]) })
  })

  it('counts a row of several cells, a truncated result without rows, an empty text and false as non-empty', () => {
    expect(hasEmptyFinding(readingOf(1, [[0, 0]]).result)).toBe(false)
    expect(hasEmptyFinding(readingOf(1, NO_ROWS, true).result)).toBe(false)
    expect(hasEmptyFinding(readingOf(1, [['0.00']]).result)).toBe(true)
    expect(hasEmptyFinding(readingOf(1, [['']]).result)).toBe(false)
    expect(hasEmptyFinding(readingOf(1, [[false]]).result)).toBe(false)
  })
})
