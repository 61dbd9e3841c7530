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

describe('the tables of a database that are used', () => {
  it.each([
    ['one by its whole name', ['sales.orders'], ['sales.orders']],
    ['one of a name in any schema', ['orders'], ['public.orders', 'sales.orders']],
    ['those of a schema', ['sales.*'], ['sales.orders', 'sales.customers']],
    ['those whose names begin alike', ['archive_*'], ['archive_2020', 'archive_2021']],
    ['a character that may be any', ['archive_202?'], ['archive_2020', 'archive_2021']],
    ['whatever the case', ['SALES.Orders'], ['sales.orders']],
    ['several patterns', ['order_*', '*customers'], ['public.order_items', 'sales.customers']],
    ['several stars', ['*a*c*2*0'], ['archive_2020']],
    ['characters of other languages for patterns taken as they are', ['order.items', 'orders$', '(sales'], []],
  ])('are %s', (_, include, names) => {
    expect(chosen(...include)).toEqual(names)
  })

  it('are all of them where nobody chose', () => {
    expect(runToEnd(includedTables(NAMES, (name) => name, undefined))).toBe(NAMES)
    expect(tableMatcher(undefined)('anything')).toBe(true)
  })

  it('are found without going back further than to the last star, whatever the pattern', () => {
    expect(tableMatcher([`${'*a'.repeat(95)}*b`])('a'.repeat(5_000))).toBe(false)
  })

  it('are the only ones of which drift is told', () => {
    const now = schema('orders: id pk')
    const policy = {
      ...({ version: 1, engine: 'any' } as const),
      tables: { orders: { mode: 'shared' }, left_out: { mode: 'shared' }, order_notes: { mode: 'shared' } } as const,
    }
    const gone = (include?: readonly string[]) =>
      runToEnd(findDrift(now, policy, AS_WRITTEN, include)).map(({ table, kind }) => [table, kind])
    expect(gone()).toEqual([
      ['left_out', 'table gone'],
      ['order_notes', 'table gone'],
    ])
    expect(gone(['order*'])).toEqual([['order_notes', 'table gone']])
  })
})

describe('a database that is too large', () => {
  it('is refused with how large it is, what is borne and what to do', () => {
    expect(() => assertTableCount(TABLES_MAX)).not.toThrow()
    expect(() => assertColumnCount(COLUMNS_MAX)).not.toThrow()
    expect(() => assertTableCount(12_000)).toThrow(
      /too many tables \(12,000; at most 10,000\): choose tables with --include/,
    )
    expect(() => assertColumnCount(COLUMNS_MAX + 1)).toThrow(/too many columns \(120,001; at most 120,000\)/)
  })
})
