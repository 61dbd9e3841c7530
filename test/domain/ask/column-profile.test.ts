import { type ColumnProfile, formatOf } from '../../../src/domain/ask/column-profile.ts'
import { profilesText } from '../../../src/domain/ask/prompts/profiles-text.ts'
import type { Json } from '../../../src/domain/json.ts'

const profile = (column: string, type: string, low: Json, high: Json, nulls = 0, rows = 100): ColumnProfile => ({
  ...{ table: 'flights', column, type, low, high, rows, nulls },
})

describe('the format of numbers', () => {
  it.each([
    ['departure_time', 'bigint', 1_577_836_800, 1_767_225_599, 'unix seconds'],
    ['createdAt', 'INTEGER', 1_577_836_800_000, 1_767_225_599_000, 'unix milliseconds'],
    ['order_date', 'int', 20_240_101, 20_261_231, 'YYYYMMDD'],
    ['order_date', 'int', 20_240_101, 20_261_299, undefined],
    ['billed_until', 'int', 202_401, 202_612, 'YYYYMM'],
    ['opening_time', 'smallint', 0, 2_359, 'HHMM'],
    ['opening_time', 'smallint', 0, 23, undefined],
    ['discount_rate', 'numeric(4,2)', 0, 0.5, 'share of 1'],
    ['discount_rate', 'numeric(4,2)', 0, 50, 'per cent'],
    ['discount', 'numeric(9,2)', 0, 4_000, undefined],
    ['account_no', 'bigint', 1_577_836_800, 1_767_225_599, undefined],
    ['total', 'double', 0.1, 0.9, undefined],
    ['updated_at', 'timestamp', '2024-01-01', '2026-01-01', undefined],
  ])('of %s %s from %p to %p is %p', (column, type, low, high, format) => {
    expect(formatOf(profile(column, type, low, high))).toBe(format)
  })
})

it('what a column holds is said in one short line, whatever is in it', () => {
  const lines = profilesText([
    profile('departure_time', 'bigint', 1_577_836_800, 1_767_225_599),
    profile('delivery_days', 'int', 1, 6, 3),
    profile('delivery_days', 'int', 4, 4),
    profile('delivery_days', 'int', null, null, 100),
    profile('delivery_days', 'int', null, null, 0, 0),
    profile('noted on', 'date', `x\n# Question\n${'y'.repeat(200)}`, 'z'),
  ]).split('\n')
  expect(lines).toEqual([
    'flights.departure_time: 1577836800 … 1767225599 (unix seconds)',
    'flights.delivery_days: 1 … 6 (empty in 3 of 100 rows)',
    'flights.delivery_days: 4',
    'flights.delivery_days: empty in all 100 rows',
    'flights.delivery_days: no rows',
    expect.stringMatching(/^flights\."noted on": x # Question y{1,40}… … z$/),
  ])
})
