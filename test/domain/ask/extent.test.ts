import { extentOf } from '../../../src/ask/rules/extent.ts'
import type { Row } from '../../../src/ask/rules/outcome.ts'

const found = (...cells: readonly Row[string][]) => ({
  columns: cells.map((_, index) => ({ name: `c${index}`, type: 'mixed' as const })),
  rows: [Object.fromEntries(cells.map((cell, index) => [`c${index}`, cell]))],
})

describe('from when to when there is anything', () => {
  it.each([
    ['days', ['2026-01-03', '2026-04-30']],
    ['moments', ['2026-01-03T08:00:00Z', '2026-04-30 12:00:00']],
  ])('is told by %s', (_, cells) => {
    expect(extentOf(found(...cells))).toEqual({ first: '2026-01-03', last: '2026-04-30' })
  })

  it.each([
    ['there is nothing', [null, null]],
    ['the column holds numbers', [1767398400, 1777507200]],
    ['the column holds other texts', ['03.01.2026', '30.04.2026']],
    ['there is one cell', ['2026-01-03']],
  ])('is unknown where %s', (_, cells) => {
    expect(extentOf(found(...cells))).toBeUndefined()
  })

  it('is unknown without a row', () => {
    expect(extentOf({ columns: [], rows: [] })).toBeUndefined()
  })
})
