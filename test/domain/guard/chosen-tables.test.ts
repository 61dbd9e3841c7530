import {
  assertColumnCount,
  assertTableCount,
  COLUMNS_MAX,
  includedTables,
  TABLES_MAX,
  tableMatcher,
} from '../../../src/guard/included-tables.ts'
import { findDrift } from '../../../src/guard/policy-drift.ts'
import { runToEnd } from '../../../src/platform/values/sliced.ts'
import { AS_WRITTEN, schema } from './proposal/schemas.ts'

const NAMES = ['public.orders', 'public.order_items', 'sales.orders', 'sales.customers', 'archive_2020', 'archive_2021']
const chosen = (...include: string[]) => runToEnd(includedTables(NAMES, (name) => name, include))

describe('Included tables', () => {
  it.each([
    ['a table by its full name', ['sales.orders'], ['sales.orders']],
    ['tables of a name in any schema', ['orders'], ['public.orders', 'sales.orders']],
    ['the tables of a schema', ['sales.*'], ['sales.orders', 'sales.customers']],
    ['tables by a prefix', ['archive_*'], ['archive_2020', 'archive_2021']],
    ['a wildcard for one character', ['archive_202?'], ['archive_2020', 'archive_2021']],
    ['a name in another case', ['SALES.Orders'], ['sales.orders']],
    ['several patterns', ['order_*', '*customers'], ['public.order_items', 'sales.customers']],
    ['several wildcards', ['*a*c*2*0'], ['archive_2020']],
    ['characters of regular expressions taken literally', ['order.items', 'orders$', '(sales'], []],
  ])('match %s', (_, include, names) => {
    expect(chosen(...include)).toEqual(names)
  })

  it('are all tables without a selection', () => {
    expect(runToEnd(includedTables(NAMES, (name) => name, undefined))).toBe(NAMES)
    expect(tableMatcher(undefined)('anything')).toBe(true)
  })

  it('are matched without exponential backtracking', () => {
    expect(tableMatcher([`${'*a'.repeat(95)}*b`])('a'.repeat(5_000))).toBe(false)
  })

  it('are the only tables that drift is reported for', () => {
    const now = schema('orders: id pk')
    const policy = {
      ...({ version: 1, engine: 'any' } as const),
      tables: { orders: { mode: 'shared' }, left_out: { mode: 'shared' }, order_notes: { mode: 'shared' } } as const,
    }
    const missingTables = (include?: readonly string[]) =>
      runToEnd(findDrift(now, policy, AS_WRITTEN, include)).map(({ table, kind }) => [table, kind])
    expect(missingTables()).toEqual([
      ['left_out', 'table gone'],
      ['order_notes', 'table gone'],
    ])
    expect(missingTables(['order*'])).toEqual([['order_notes', 'table gone']])
  })
})

describe('Size limits of a database', () => {
  it('reject a database with its size, the maximum and a remedy', () => {
    expect(() => assertTableCount(TABLES_MAX)).not.toThrow()
    expect(() => assertColumnCount(COLUMNS_MAX)).not.toThrow()
    expect(() => assertTableCount(12_000)).toThrow(
      /too many tables \(12,000; at most 10,000\): choose tables with --include/,
    )
    expect(() => assertColumnCount(COLUMNS_MAX + 1)).toThrow(/too many columns \(120,001; at most 120,000\)/)
  })
})
