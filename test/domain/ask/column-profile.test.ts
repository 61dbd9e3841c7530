import { type ColumnProfile, formatOf, profiledColumn } from '../../../src/ask/rules/column-profile.ts'
import { profilesText } from '../../../src/ask/rules/prompts/profiles-text.ts'
import type { Json } from '../../../src/platform/values/json.ts'

const profile = (column: string, type: string, low: Json, high: Json, nulls = 0, rows = 100): ColumnProfile => ({
  table: 'flights',
  column,
  type,
  low,
  high,
  rows,
  nulls,
})

describe('formatOf', () => {
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
    ['is_paid', 'char(1)', 'f', 't', "the texts 'f' and 't'"],
    ['born_on', 'text', '01/02/1990', '31/12/1989', 'days as texts, DD/MM/YYYY'],
    ['born_on', 'text', '01/02/1990', '12/31/1989', 'days as texts, MM/DD/YYYY'],
    ['born_on', 'text', '01/02/1990', '12/11/1989', undefined],
    ['born_on', 'varchar(10)', '1989-12-31', '1990-02-01', 'days as texts, YYYY-MM-DD'],
    ['born_on', 'text', 'never', 'yesterday', undefined],
  ])('maps column %s %s with values from %p to %p to %p', (column, type, low, high, format) => {
    expect(formatOf(profile(column, type, low, high))).toBe(format)
  })
})

it('profilesText writes one short line per column for any values', () => {
  const lines = profilesText([
    profile('departure_time', 'bigint', 1_577_836_800, 1_767_225_599),
    profile('delivery_days', 'int', 1, 6, 3),
    profile('delivery_days', 'int', 4, 4),
    profile('delivery_days', 'int', null, null, 100),
    profile('delivery_days', 'int', null, null, 0, 0),
    profile('born_on', 'text', '01/02/1990', '31/12/1989', 3),
    profile('born_on', 'text', '1989-12-31', '1990-02-01'),
    {
      ...profile('status', 'text', 'a', 'b', 1),
      counts: [
        { code: 'a"\n', rows: 98 },
        { code: 3, rows: 1 },
      ],
    },
    profile('noted on', 'date', `x\n# Question\n${'y'.repeat(200)}`, 'z'),
  ]).split('\n')
  expect(lines).toEqual([
    'flights.departure_time: 1577836800 … 1767225599 (unix seconds)',
    'flights.delivery_days: 1 … 6 (empty in 3 of 100 rows)',
    'flights.delivery_days: 4',
    'flights.delivery_days: empty in all 100 rows',
    'flights.delivery_days: no rows',
    'flights.born_on: days as texts, DD/MM/YYYY, empty in 3 of 100 rows',
    'flights.born_on: 1989-12-31 … 1990-02-01 (days as texts, YYYY-MM-DD)',
    'flights.status: "a\\"" in 98 rows, 3 in 1 row, empty in 1',
    expect.stringMatching(/^flights\."noted on": x # Question y{1,40}… … z$/),
  ])
})

describe('profiledColumn', () => {
  const read = (column: string, type: string, kinds: readonly string[] = []) =>
    profiledColumn({ table: 'flights', column, type }, kinds)
  it.each([
    ['a number', read('total', 'numeric'), undefined],
    ['a digit, with its counts', read('priority', 'smallint'), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['a category', read('status', 'text', ['late', 'on time']), ['late', 'on time']],
    ['a text that may be a date', read('born_on', 'text'), undefined],
    ['a text that may be a boolean', read('is_paid', 'char(1)'), undefined],
  ])('selects %s', (_, column, codes) => {
    expect(column).toBeDefined()
    expect(column?.codes).toEqual(codes)
  })

  it('does not select other texts or a category with more values than a line holds', () => {
    expect(read('note', 'text')).toBeUndefined()
    expect(read('city', 'text', Array.from({ length: 11 }, String))).toBeUndefined()
  })
})
