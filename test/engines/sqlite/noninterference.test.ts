import { FUNCTIONS, OPERATORS } from '../../../src/engines/sqlite/language/allow-list.ts'
import { noninterference } from '../contract/noninterference/noninterference.ts'
import { wordNames } from '../contract/noninterference/untyped-expressions.ts'
import { SQLITE } from './adapter.ts'
import { SQLITE_TWINS, SQLITE_WORDS } from './twins.ts'

noninterference({ ...SQLITE, twins: SQLITE_TWINS }, { timed: process.env.TEST_TIMED !== undefined })

/** Another value at every call, and another name for an operator that is in it. */
const UNCERTAIN = new Set(['random', 'current_date', 'current_time', 'current_timestamp', 'PGBitwiseNot'])

it('queries are generated of every function and operator that the guard lets pass', () => {
  const written = wordNames(SQLITE_WORDS)
  expect([...FUNCTIONS, ...OPERATORS].filter((name) => !written.has(name) && !UNCERTAIN.has(name))).toEqual([])
})
