import { valuesOf } from '../../src/domain/ask/knowledge.ts'
import { atOnce } from '../../src/domain/sliced.ts'
import type { RunLimits } from '../../src/engines/engine.ts'
import { postgresEngine } from '../../src/engines/postgres/engine.ts'
import { readColumn } from '../../src/knowledge/read-column.ts'
import { visibleSchema, visibleTables } from '../../src/knowledge/visible-schema.ts'
import { accepted } from '../engines/contract/results.ts'
import { fakeServer } from '../engines/postgres/fake-server.ts'
import { POLICY, restrictionOf } from '../engines/sqlite/shop-fixture.ts'
import { type Bench, openBench } from '../engines/sqlite/with-engine.ts'
import { ShopReader } from './shop-reader.ts'

let bench: Bench
let shop: ShopReader
beforeAll(async () => {
  bench = await openBench()
  shop = new ShopReader(bench)
})
afterAll(async () => {
  shop.reader.close()
  await bench.close()
})

/** Reads a column of tenant 2 under other limits than usual. */
const readWith = (changed: Partial<RunLimits>, column: { readonly table: string; readonly column: string }) => {
  const engine = {
    ...bench.engine,
    run: (...[address, query, limits]: Parameters<typeof bench.engine.run>) =>
      bench.engine.run(address, query, { ...limits, ...changed }),
  }
  const source = { engine, address: bench.files.address, rules: bench.rules(2), owner: { organizationId: 1 } }
  return readColumn(source, column, new AbortController().signal)
}

describe('what a planner may know', () => {
  it('holds values of this tenant only', async () => {
    const known = await shop.know(2)
    const of = (table: string, column: string) => valuesOf(known, table, column)
    expect(of('tenants', 'name')).toEqual({ table: 'tenants', column: 'name', values: ['Shop 2'], complete: true })
    expect(of('customers', 'name')?.values.every((name) => name.startsWith('Customer 2-'))).toBe(true)
    expect(of('customers', 'name')?.values.length).toBe(9)
    expect(of('countries', 'name')?.values.length).toBe(4)
    expect(JSON.stringify(known.values)).not.toMatch(/hash|vault|audit|Shop 1|Customer [13]-/)
  })

  it('holds values of this scope only', async () => {
    expect(valuesOf(await shop.know(2, 'ann'), 'orders', 'owner')?.values).toEqual(['ann'])
  })

  it('names no denied table, hidden column or view', async () => {
    const { schema } = (await shop.know(1)).view
    expect(JSON.stringify(schema)).not.toMatch(/vault|audit_log|password_hash|all_orders|sqlite_/)
    expect(schema.tables.length).toBe(13)
  })

  it('says of no table how many rows all tenants have in it', async () => {
    expect(bench.schema.tables.some(({ rowCount }) => rowCount !== undefined)).toBe(true)
    expect(JSON.stringify((await shop.know(1)).view)).not.toContain('rowCount')
  })

  it('marks a column whose values were all read as complete, and no other', async () => {
    const { values } = await shop.know(2)
    expect(values.length).toBeGreaterThan(10)
    expect(values.filter(({ complete }) => !complete)).toEqual([])
    const column = { table: 'customers', column: 'name' }
    expect((await readWith({ rowsMax: 9 }, column)).values).toHaveLength(9)
    expect((await readWith({ rowsMax: 9 }, column)).complete).toBe(true)
    const [first] = (await readWith({ rowsMax: 9 }, column)).values
    expect(await readWith({ rowsMax: 1 }, column)).toEqual({ ...column, values: [first], complete: false })
  })

  it.each([
    ['of a table that the guard refuses', {}, { table: 'vault', column: 'secret' }],
    ['that the guard refuses', {}, { table: 'customers', column: 'password_hash' }],
  ])('knows nothing of a column %s, and says so', async (_, limits, column) => {
    expect(await readWith(limits, column)).toEqual({ ...column, values: [], complete: false })
  })

  it('knows nothing of a column that takes too long, and says so', async () => {
    const endless = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n'
    const guarded = accepted(await bench.engine.guard(endless, bench.rules(2)))
    const engine = {
      ...bench.engine,
      run: (...[address, , limits]: Parameters<typeof bench.engine.run>) =>
        bench.engine.run(address, guarded, { ...limits, timeoutMs: 1 }),
    }
    const source = { engine, address: bench.files.address, rules: bench.rules(2), owner: { organizationId: 1 } }
    const column = { table: 'customers', column: 'name' }
    const read = await readColumn(source, column, new AbortController().signal)
    expect(read).toEqual({ ...column, values: [], complete: false })
  })

  it('is empty and incomplete where a server takes connections and says nothing', async () => {
    const silent = await fakeServer(() => {})
    const engine = postgresEngine({ allowPrivateHosts: true, connectMs: 300 })
    const address = `postgres://u:secret@127.0.0.1:${silent.port}/x`
    const source = { engine, address, rules: bench.rules(2), owner: { organizationId: 1 } }
    const column = { table: 'customers', column: 'name' }
    const read = await readColumn(source, column, new AbortController().signal)
    expect(read).toEqual({ ...column, values: [], complete: false })
    expect(silent.connections()).toBe(1)
    await engine.close()
    await silent.close()
  })
})

describe('the visible schema', () => {
  it('drops keys that lead to what is not visible', () => {
    const policy = {
      ...POLICY,
      tables: { ...POLICY.tables, tenants: { mode: 'deny' }, customers: { mode: 'tenant', hide: ['id'] } },
    } as const
    const rules = { schema: bench.schema, policy, restriction: restrictionOf(1) }
    const visible = atOnce(visibleTables(rules, bench.engine.dialect.folding(bench.schema)))
    const schema = atOnce(visibleSchema('sqlite', visible))
    expect(schema.tables.find(({ name }) => name === 'customers')?.foreignKeys.map(({ refTable }) => refTable)).toEqual(
      ['countries'],
    )
    expect(schema.tables.find(({ name }) => name === 'customers')?.primaryKey).toEqual([])
    expect(schema.tables.find(({ name }) => name === 'orders')?.foreignKeys).toEqual([])
  })
})
