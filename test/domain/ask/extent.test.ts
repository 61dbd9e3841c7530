import { extentOf } from '../../../src/ask/rules/extent.ts'
import type { Row } from '../../../src/ask/rules/outcome.ts'

const found = (...cells: readonly Row[string][]) => ({
  columns: cells.map((_, index) => ({ name: `c${index}`, type: 'mixed' as const })),
  rows: [Object.fromEntries(cells.map((cell, index) => [`c${index}`, cell]))],
})

describe('extentOf', () => {
  it.each([
    ['dates', ['2026-01-03', '2026-04-30']],
    ['timestamps', ['2026-01-03T08:00:00Z', '2026-04-30 12:00:00']],
  ])('returns the first and last day of %s', (_, cells) => {
    expect(extentOf(found(...cells))).toEqual({ first: '2026-01-03', last: '2026-04-30' })
  })

  it.each([
    ['both cells are null', [null, null]],
    ['the cells are numbers', [1767398400, 1777507200]],
    ['the cells are texts of another format', ['03.01.2026', '30.04.2026']],
    ['there is only one cell', ['2026-01-03']],
  ])('is undefined if %s', (_, cells) => {
    expect(extentOf(found(...cells))).toBeUndefined()
  })

  it('is undefined without a row', () => {
    expect(extentOf({ columns: [], rows: [] })).toBeUndefined()
  })
})
