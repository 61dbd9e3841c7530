import { FUNCTIONS, OPERATORS } from '../../../src/engines/sqlite/language/allow-list.ts'
import { noninterference } from '../contract/noninterference/noninterference.ts'
import { wordNames } from '../contract/noninterference/untyped-expressions.ts'
import { SQLITE } from './adapter.ts'
import { SQLITE_TWINS, SQLITE_WORDS } from './twins.ts'

noninterference({ ...SQLITE, twins: SQLITE_TWINS }, { timed: process.env.TEST_TIMED !== undefined })

/** Functions with another value at every call, and a synonym of an operator that is generated. */
const EXCLUDED = new Set(['random', 'current_date', 'current_time', 'current_timestamp', 'PGBitwiseNot'])

it('generated SQLite queries can use every function and operator that the guard allows', () => {
  const written = wordNames(SQLITE_WORDS)
  expect([...FUNCTIONS, ...OPERATORS].filter((name) => !written.has(name) && !EXCLUDED.has(name))).toEqual([])
})
