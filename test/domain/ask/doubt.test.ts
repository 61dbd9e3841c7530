import { doubtOf, isEmptyFinding } from '../../../src/ask/rules/doubt.ts'
import type { QueryResult, ResultColumn } from '../../../src/ask/rules/outcome.ts'
import type { Json } from '../../../src/platform/values/json.ts'

const SURE = { confidence: 0.9 }

const typeOf = (cells: readonly Json[]): ResultColumn['type'] => {
  const types = new Set(cells.filter((cell) => cell !== null).map((cell) => typeof cell))
  if (types.size === 0) return 'null'
  return types.has('number') ? 'number' : 'text'
}

const rowsOf = (names: readonly string[], ...cells: readonly (readonly Json[])[]): QueryResult => ({
  columns: names.map((name, at) => ({ name, type: typeOf(cells.map((row) => row[at] ?? null)) })),
  rows: cells.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null]))),
  rowCount: cells.length,
  truncated: false,
  executionTimeMs: 1,
})

const months = (...counts: readonly (readonly [string, number])[]) => rowsOf(['month', 'orders'], ...counts)

describe('doubtOf', () => {
  it.each([
    ['no rows', 'no_rows', rowsOf(['name'])],
    ['a column of NULLs', 'only_nulls', rowsOf(['name', 'city'], ['Ann', null], ['Bob', null])],
    ['a lone NULL', 'only_nulls', rowsOf(['revenue'], [null])],
    ['a lone 0', 'lone_zero', rowsOf(['orders'], [0])],
    ['two zeros', 'lone_zero', rowsOf(['orders', 'revenue'], [0, 0])],
    ['one group that has nearly all', 'one_group', rowsOf(['status', 'orders'], ['x', 970], ['y', 20], ['z', 10])],
    ['a month missing between others', 'missing_period', months(['2026-01', 5], ['2026-02', 4], ['2026-04', 6])],
    ['a month of 0', 'missing_period', months(['2026-01', 5], ['2026-02', 0], ['2026-03', 6])],
    [
      'a month missing between first days of months',
      'missing_period',
      months(['2026-01-01', 5], ['2026-02-01', 4], ['2026-04-01', 6]),
    ],
    ['a year missing in descending order', 'missing_period', rowsOf(['year', 'n'], [2026, 4], [2025, 5], [2023, 6])],
    [
      'a week missing between others',
      'missing_period',
      rowsOf(['week', 'n'], ['2026-01-05', 4], ['2026-01-12', 5], ['2026-01-26', 6]),
    ],
  ])('finds %s: %s', (_, doubt, result) => {
    expect(doubtOf(result, SURE)).toBe(doubt)
  })

  it('finds a draft with low confidence', () => {
    const usual = rowsOf(['n'], [3])
    expect([0.69, 0.7].map((confidence) => doubtOf(usual, { confidence }))).toEqual(['unsure', undefined])
  })
})

describe('doubtOf for a usual result', () => {
  it.each([
    ['a number', rowsOf(['n'], [42])],
    ['a row with a 0 among others', rowsOf(['paid', 'open'], [0, 12])],
    ['rows with gaps', rowsOf(['name', 'city'], ['Ann', null], ['Bob', 'Bergen'])],
    ['groups', rowsOf(['status', 'n'], ['x', 60], ['y', 40])],
    ['a list of ids and amounts', rowsOf(['id', 'total'], [1, 9_900], [2, 1], [3, 2])],
    ['every month', months(['2026-01-01', 5], ['2026-02-01', 4], ['2026-03-01', 6])],
    ['every week', rowsOf(['week', 'n'], ['2026-01-05', 4], ['2026-01-12', 5], ['2026-01-19', 6])],
    ['days in the order of their sums', rowsOf(['day', 'n'], ['2026-01-09', 9], ['2026-01-02', 8], ['2026-01-05', 7])],
    ['ids of four digits that are not years', rowsOf(['code', 'n'], [1001, 4], [1002, 5], [1007, 6])],
  ])('is undefined: %s', (_, result) => {
    expect(doubtOf(result, SURE)).toBeUndefined()
  })
})

describe('isEmptyFinding', () => {
  it.each([
    [true, rowsOf(['n'])],
    [true, rowsOf(['n'], [0])],
    [true, rowsOf(['n', 'm'], [null, null])],
    [false, rowsOf(['n', 'm'], [null, 1])],
    [false, rowsOf(['n'], [1])],
  ])('returns %s (case %#)', (isSo, result) => {
    expect(isEmptyFinding(result)).toBe(isSo)
  })
})
