import { describe, expect, it } from '@jest/globals'
import type { Catalog } from '../../src/ask/rules/catalog.ts'
import { EMPTY_GLOSSARY } from '../../src/ask/rules/glossary.ts'
import { LearntFile, ordersOf, valuesIn } from './learnt-file.ts'

const opened: LearntFile[] = []
const file = (...sql: readonly string[]): LearntFile => {
  const made = new LearntFile(sql.join('\n'))
  opened.push(made)
  return made
}
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

const TENANTS = [1, 2, 3]
/** A table of categories with this number of rows per tenant. */
const kinds = (name: string, times = 2, more = ''): string => {
  const rows = TENANTS.flatMap((tenant) => Array.from({ length: times }, () => `(${tenant}, '${name} kind')`))
  return `CREATE TABLE ${name} (id INTEGER PRIMARY KEY, tenant_id INTEGER, kind TEXT${more});
    INSERT INTO ${name} (tenant_id, kind) VALUES ${rows.join()};`
}
const learntOf = ({ columns }: Catalog): readonly string[] => columns.map(({ table }) => table)
/** Budget for the statements of the tenants and of one table. */
const ONE_TABLE = { statements: 4, milliseconds: 60_000 }

describe('indexing within a budget', () => {
  it('starts with the table that foreign keys reference, among a thousand tables', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => kinds(`a${at}`, 1))
    const pointing = ', customer_id INTEGER REFERENCES customers (id)'
    const database = file('BEGIN;', ...many, kinds('customers'), kinds('orders', 2, pointing), 'COMMIT;')
    const catalog = await database.learn({ budget: { statements: 30, milliseconds: 60_000 } })
    expect(valuesIn(catalog, 'customers', 'kind')).toEqual(['customers kind'])
    expect(catalog.spent.columnsLeftOut).toBe(1_002 - (catalog.spent.columnsRead ?? 0))
  })

  it.each<readonly [string, string, object]>([
    [
      'is in the glossary of the owner',
      'b',
      { glossary: { ...EMPTY_GLOSSARY, tables: [{ table: 'b', synonyms: [] }] } },
    ],
    ['has the most rows', 'c', {}],
  ])('starts with the table that %s', async (_, first, settings) => {
    const database = file(kinds('a'), kinds('b'), kinds('c', 4))
    expect(learntOf(await database.learn({ budget: ONE_TABLE, database: settings }))).toEqual([first])
  })

  it('starts with the table that a verified query reads', async () => {
    const database = file(kinds('a'), kinds('b'), kinds('c', 4))
    const verifiedQueries = ['SELECT COUNT(*) FROM b WHERE kind = 1']
    expect(learntOf(await database.learn({ budget: ONE_TABLE, verifiedQueries }))).toEqual(['b'])
  })

  it('continues after the last table of the previous run and keeps the earlier results', async () => {
    const database = file(kinds('a', 9), kinds('b', 8), kinds('c', 7))
    const first = await database.learn({ budget: ONE_TABLE })
    const second = await database.learn({ budget: ONE_TABLE, former: first })
    expect([learntOf(first), learntOf(second)]).toEqual([['a'], ['a', 'b']])
    const third = await database.learn({ budget: ONE_TABLE, former: second })
    database.exec("UPDATE a SET kind = 'renamed'")
    const fourth = await database.learn({ budget: ONE_TABLE, former: third })
    expect(['a', 'b', 'c'].map((table) => valuesIn(fourth, table, 'kind'))).toEqual([[], ['b kind'], ['c kind']])
  })

  it('forgets columns that are dropped, hidden or under another rule, and columns of another address', async () => {
    const sql = [kinds('a', 9), kinds('b', 8)]
    const database = file(...sql)
    const former = await database.learn()
    const keptTables = async (tables?: Parameters<LearntFile['learn']>[0], from = database) =>
      learntOf(await from.learn({ ...tables, former, budget: { statements: 0, milliseconds: 60_000 } }))
    expect(await keptTables()).toEqual(['a', 'b'])
    expect(await keptTables({ tables: { a: { mode: 'tenant' }, b: { mode: 'shared' } } })).toEqual(['a'])
    expect(await keptTables({ tables: { a: { mode: 'tenant', column: 'id' }, b: { mode: 'tenant' } } })).toEqual(['b'])
    expect(await keptTables({ tables: { a: { mode: 'tenant', hide: ['kind'] }, b: { mode: 'tenant' } } })).toEqual([
      'b',
    ])
    expect(await keptTables({}, file(...sql))).toEqual([])
    database.exec('DROP TABLE a')
    expect(await keptTables()).toEqual(['b'])
  })

  it('reports progress in columns at most twenty times', async () => {
    const database = file(...Array.from({ length: 60 }, (_, at) => kinds(`t${at}`, 1)))
    const reported: (readonly number[])[] = []
    await database.learn({ onProgress: async (...columns) => void reported.push(columns) })
    expect(reported).toHaveLength(20)
    expect(reported.at(-1)).toEqual([60, 60])
  })
})

describe('a database with shared values off', () => {
  const PLANS = "CREATE TABLE plans (id INTEGER, name TEXT); INSERT INTO plans VALUES (1, 'free'), (2, 'free');"
  const tables = { orders: { mode: 'tenant' }, plans: { mode: 'shared' } } as const
  const orders = 'CREATE TABLE orders (id INTEGER PRIMARY KEY, tenant_id INTEGER, status TEXT);'

  it('learns nothing from tenant rows and everything from shared rows', async () => {
    const off = { database: { sharedValues: 'off' }, tables } as const
    const database = file(orders, PLANS, ordersOf([1, 2, 3], ['open']))
    const former = await database.learn({ tables })
    expect(learntOf(former)).toEqual(['orders', 'plans'])
    const learnt = await database.learn({ ...off, former })
    expect(learnt.columns).toEqual(
      former.columns.filter(({ table }) => table === 'plans').map((one) => ({ ...one, run: 2 })),
    )
  })

  it('has the same catalog for any tenant rows', async () => {
    const learnt = async (rows: string) => {
      const { columns } = await file(orders, PLANS, rows).learn({ database: { sharedValues: 'off' }, tables })
      return columns
    }
    const names = Array.from({ length: 60 }, (_, at) => `name ${at}`)
    expect(await learnt(ordersOf([1, 2, 3, 4], ['open']))).toEqual(await learnt(ordersOf([7, 8, 9], names)))
  })
})
