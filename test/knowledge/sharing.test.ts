import type { Engine } from '../../src/engines/engine.ts'
import { ViewCache } from '../../src/knowledge/view-cache.ts'
import { CacheMemory } from '../../src/platform/memory/cache-memory.ts'
import { POLICY, restrictionOf } from '../engines/sqlite/shop-fixture.ts'
import { type Bench, openBench } from '../engines/sqlite/with-engine.ts'
import { SHOP, ShopReader } from './shop-reader.ts'

let bench: Bench
let shop: ShopReader
beforeAll(async () => {
  bench = await openBench()
})
beforeEach(() => {
  shop = new ShopReader(bench)
})
afterEach(() => shop.reader.close())
afterAll(() => bench.close())

describe('data of a view that does not depend on the caller', () => {
  it('is stored once for all tenants and once for all scopes', async () => {
    const [first, second, ann, bob] = [
      await shop.know(1),
      await shop.know(2),
      await shop.know(1, 'ann'),
      await shop.know(3, 'bob'),
    ]
    expect(second.view).toBe(first.view)
    expect(bob.view).toBe(ann.view)
    expect(shop.reader.held.views.entries).toBe(2)
  })

  it('remains the same object if only row counts of the schema change', async () => {
    const before = (await shop.know(1)).view
    const tables = bench.schema.tables.map((table) => ({ ...table, rowCount: 5 }))
    const view = (await shop.know(2, undefined, { schema: { ...bench.schema, tables } })).view
    expect(view).toBe(before)
  })

  it('is rebuilt after a comment changes, without comments of hidden columns and denied tables', async () => {
    const commented = (said: string) => ({
      ...bench.schema,
      tables: bench.schema.tables.map((table) => ({
        ...table,
        comment: `${said} ${table.name}`,
        columns: table.columns.map((column) => ({ ...column, comment: `${said} ${table.name}.${column.name}` })),
      })),
    })
    const viewOf = async (said: string) => (await shop.know(1, undefined, { schema: commented(said) })).view
    const [view, again, later] = [await viewOf('all of'), await viewOf('all of'), await viewOf('some of')]
    expect(again).toBe(view)
    expect(later).not.toBe(view)
    const viewText = JSON.stringify(view)
    for (const seen of ['all of customers', 'all of customers.email']) expect(viewText).toContain(`"${seen}"`)
    expect(JSON.stringify(later)).toContain('"some of customers.email"')
    expect(JSON.stringify(commented('all of'))).toContain('all of vault')
    for (const hidden of ['all of customers.password_hash', 'all of vault']) expect(viewText).not.toContain(hidden)
  })

  it('is rebuilt after a label of an enumeration changes, with enumerations of visible columns only', async () => {
    const typed = (label: string) => ({
      ...bench.schema,
      types: ['status', 'password_hash'].map((name) => ({
        schema: 'public',
        name,
        declared: `public.${name}`,
        labels: [`${name} is ${label}`],
      })),
      tables: bench.schema.tables.map((table) => ({
        ...table,
        columns: table.columns.map((column) => ({ ...column, type: `public.${column.name}` })),
      })),
    })
    const viewText = async (label: string) =>
      JSON.stringify((await shop.know(1, undefined, { schema: typed(label) })).view)
    expect(await viewText('new')).toContain('"status is new"')
    expect(await viewText('old')).toContain('"status is old"')
    expect(await viewText('old')).not.toContain('password_hash is')
  })

  it('is separate per engine and dialect', async () => {
    const views = new ViewCache(new CacheMemory())
    const { schema, engine } = bench
    const viewFor = async (one: Partial<Engine>) =>
      (await views.of({ database: SHOP, schema, engine: { ...engine, ...one }, restriction: restrictionOf(1) })).view
    const other = { name: 'other', dialect: { ...engine.dialect, notes: 'Another.', sql: null } }
    expect(await viewFor(engine)).toMatchObject({ engine: engine.name, dialect: engine.dialect.sql })
    expect(await viewFor(other)).toMatchObject({ engine: 'other', dialectNotes: 'Another.', dialect: null })
    expect(await viewFor(engine)).toBe(await viewFor(engine))
  })

  it('follows a policy change immediately', async () => {
    const columnsOf = async (database: typeof SHOP) => {
      const { tables } = (await shop.know(1, undefined, { database })).view.schema
      return tables.find(({ name }) => name === 'customers')?.columns.map(({ name }) => name)
    }
    expect(await columnsOf(SHOP)).toContain('email')
    const customers = { mode: 'tenant', hide: ['password_hash', 'email'] } as const
    const hiding = { ...SHOP, policy: { ...POLICY, tables: { ...POLICY.tables, customers } } }
    expect(await columnsOf(hiding)).not.toContain('email')
  })

  it('includes glossary entries of visible columns and tables only', async () => {
    const glossary = {
      tables: [
        { table: 'customers', synonyms: ['client'], label: 'password_hash' },
        { table: 'secrets', synonyms: ['the rumour'] },
      ],
      columns: [{ table: 'customers', column: 'password_hash', synonyms: ['a clue'] }],
      phrases: [{ phrase: 'cracked', table: 'customers', filter: { column: 'password_hash', op: '=', value: 'x' } }],
    } as const
    const { view } = await shop.know(1, undefined, { database: { ...SHOP, glossary } })
    expect(view.glossary).toEqual({
      tables: [{ table: 'customers', synonyms: ['client'] }],
      columns: [],
      phrases: [],
    })
  })
})
