import { describe, expect, it } from '@jest/globals'
import { notFoundText } from '../../src/ask/rules/prompts/not-found-text.ts'
import { postgresEngine } from '../../src/engines/postgres/engine.ts'
import { readTexts } from '../../src/knowledge/read-texts.ts'
import { visibleSchema, visibleTables } from '../../src/knowledge/visible-schema.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import { runToEnd } from '../../src/platform/values/sliced.ts'
import { fakeServer } from '../engines/postgres/fake-server.ts'
import { POLICY, restrictionOf } from '../engines/sqlite/shop-fixture.ts'
import { useShop } from './use-shop.ts'

const shop = useShop()

const named = async (question: string, tenant = 2, scope?: string) =>
  (await shop.reader.know(tenant, scope, { question, catalog: shop.catalog })).named ?? []

describe('names in a question', () => {
  it.each([
    ['unchanged', 'Orders of Customer 2-3?'],
    ['at the beginning', 'Customer 2-3: how many orders?'],
    ['in quotes', 'orders of "Customer 2-3"'],
  ])('are found %s', async (_, question) => {
    expect((await named(question)).flatMap(({ values }) => values)).toContain('Customer 2-3')
  })

  it('are found by one of their words and with a misspelt ending', async () => {
    expect(await named('orders of custmoer Nobody')).toEqual([])
    expect((await named('price of Produkt 3')).flatMap(({ values }) => values)).toContain('Product 3')
    expect((await named('price of Producr 3')).flatMap(({ values }) => values)).toContain('Product 3')
  })

  it('are found only in rows of the caller', async () => {
    const found = await named('Orders of Customer 1-3 and of Customer 3-4, Shop 1, Customer')
    expect(JSON.stringify(found)).not.toMatch(/Customer [13]-|Shop [13]/)
    expect((await named('what does "bob" own?', 1, 'ann')).flatMap(({ values }) => values)).not.toContain('bob')
  })

  it('cost two statements if they are likely, and none if the question contains no name', async () => {
    for (const question of ['How many orders were paid last month?', 'Total by city', '']) await named(question)
    expect(shop.reader.runs).toBe(0)
    await named('Orders of Customer 2-3?')
    expect(shop.reader.runs).toBeLessThanOrEqual(2)
  })

  it('cost two statements per twelve text columns if they are not found', async () => {
    const names = Array.from({ length: 300 }, (_, at) => `Name${at}x`).join(', ')
    for (const question of ['Xyzzy Plugh', names, '"a" "b" "c" "d" "e" "f" "g" "h" "i" "j"']) {
      shop.reader.runs = 0
      await named(question)
      expect([question, shop.reader.runs <= 4]).toEqual([question, true])
    }
  })

  const notFound = async (question: string) =>
    (await shop.reader.know(2, undefined, { question, catalog: shop.catalog })).notFound

  it('are reported if they are not found, with the searched and unread columns', async () => {
    expect(await notFound('How is Xyzzy doing?')).toMatchObject({ texts: ['Xyzzy'], read: 21, of: 21, unread: [] })
    expect(await notFound('Orders of Customer 2-3?')).toBeUndefined()
    shop.reader.before = async () => {
      throw new Problem('query_timeout')
    }
    const unread = await notFound('How is Plugh doing?')
    expect(unread).toMatchObject({ texts: ['Plugh'], of: 21 })
    expect(unread?.unread.length).toBe(21 - (unread?.read ?? 0))
    expect(unread?.unread).toContainEqual({ table: 'customers', column: 'name' })
  })

  it('are described as not found, with the unread columns', async () => {
    const { notFound: missing } = await shop.reader.know(2, undefined, { question: 'How is Xyzzy doing?' })
    if (missing === undefined) throw new Error('no missing names')
    expect(notFoundText(missing)).toMatch(/^Texts like "Xyzzy": nothing in all 21 text columns/)
    const unread = [{ table: 'customers', column: 'city' }]
    expect(notFoundText({ ...missing, read: 20, unread })).toContain(
      'nothing in 20 of 21 text columns; not read: customers.city',
    )
  })

  it('are looked up once for the same question of the same caller', async () => {
    await named('Orders of Customer 2-3?')
    const { runs } = shop.reader
    await named('Orders of Customer 2-3?')
    expect(shop.reader.runs).toBe(runs)
    await named('Orders of Customer 2-3?', 1)
    expect(shop.reader.runs).toBeGreaterThan(runs)
  })

  it('are never those of another scope, even for scopes such as “undefined”, “null” and “[]”', async () => {
    const owners = async (scope?: string) =>
      (await named('orders of "ann"', 1, scope)).flatMap(({ table, values }) => (table === 'orders' ? values : []))
    expect(await owners()).toEqual(['ann'])
    for (const scope of ['undefined', 'null', '[]', '', '"ann"'])
      expect([scope, await owners(scope)]).toEqual([scope, []])
    expect(await owners('ann')).toEqual(['ann'])
  })

  it('end with an abort if the caller has disconnected, and with the problem of an unreachable database', async () => {
    await expect(
      shop.reader.know(1, undefined, { question: 'Customer 1-1', signal: AbortSignal.abort() }),
    ).rejects.toThrow(/abort/i)
    shop.reader.before = async () => {
      throw new Problem('database_unreachable')
    }
    await expect(named('Customer 2-1')).rejects.toMatchObject({ problem: 'database_unreachable' })
    shop.reader.before = async () => undefined
    expect((await named('Customer 2-1')).flatMap(({ values }) => values)).toContain('Customer 2-1')
  })
})

describe('texts of columns', () => {
  const read = (columns: readonly { table: string; column: string }[], timeoutMs = 60_000) =>
    readTexts(
      {
        engine: shop.bench.engine,
        address: shop.bench.files.address,
        rules: shop.bench.rules(2),
        owner: { organizationId: 1 },
      },
      { columns, valuesMax: 100, lengthMax: 60 },
      { timeoutMs, signal: new AbortController().signal },
    )

  it.each([
    ['in a table that the guard refuses', { table: 'vault', column: 'secret' }],
    ['that the guard refuses', { table: 'customers', column: 'password_hash' }],
  ])('are undefined for a column %s', async (_, column) => {
    expect(await read([column])).toBeUndefined()
  })

  it('are undefined if a server accepts connections and never answers', async () => {
    const silent = await fakeServer(() => {})
    const engine = postgresEngine({ allowPrivateHosts: true, connectMs: 300 })
    const address = `postgres://u:secret@127.0.0.1:${silent.port}/x`
    const source = { engine, address, rules: shop.bench.rules(2), owner: { organizationId: 1 } }
    const wanted = { columns: [{ table: 'customers', column: 'name' }], valuesMax: 10, lengthMax: 60 }
    const { signal } = new AbortController()
    expect(await readTexts(source, wanted, { timeoutMs: 60_000, signal })).toBeUndefined()
    expect(silent.connections()).toBe(1)
    await engine.close()
    await silent.close()
  })
})

describe('the visible schema', () => {
  it('contains no denied table, hidden column or view', async () => {
    const { schema } = (await shop.reader.know(1)).view
    expect(JSON.stringify(schema)).not.toMatch(/vault|audit_log|password_hash|all_orders|sqlite_/)
    expect(schema.tables.length).toBe(13)
  })

  it('contains no row count across tenants', async () => {
    expect(shop.bench.schema.tables.some(({ rowCount }) => rowCount !== undefined)).toBe(true)
    expect(JSON.stringify((await shop.reader.know(1)).view)).not.toContain('rowCount')
  })

  it('drops keys to tables and columns that are not visible', () => {
    const policy = {
      ...POLICY,
      tables: { ...POLICY.tables, tenants: { mode: 'deny' }, customers: { mode: 'tenant', hide: ['id'] } },
    } as const
    const rules = { schema: shop.bench.schema, policy, restriction: restrictionOf(1) }
    const visible = runToEnd(visibleTables(rules, shop.bench.engine.dialect.folding(shop.bench.schema)))
    const schema = runToEnd(visibleSchema('sqlite', visible))
    expect(schema.tables.find(({ name }) => name === 'customers')?.foreignKeys.map(({ refTable }) => refTable)).toEqual(
      ['countries'],
    )
    expect(schema.tables.find(({ name }) => name === 'customers')?.primaryKey).toEqual([])
    expect(schema.tables.find(({ name }) => name === 'orders')?.foreignKeys).toEqual([])
  })
})
