import { describe, expect, it } from '@jest/globals'
import type { Catalog } from '../../src/ask/rules/catalog.ts'
import { valuesOf } from '../../src/ask/rules/knowledge.ts'
import { kindOfColumn } from '../../src/knowledge/catalog/kind-of-column.ts'
import { makeCatalog } from '../../src/knowledge/catalog/make-catalog.ts'
import { POLICY } from '../engines/sqlite/shop-fixture.ts'
import { type Bench, openBench } from '../engines/sqlite/with-engine.ts'
import { SAMPLING_KEY, SHOP, ShopReader } from './shop-reader.ts'

let bench: Bench
let shop: ShopReader
let catalog: Catalog
beforeAll(async () => {
  bench = await openBench()
  shop = new ShopReader(bench)
  catalog = await shop.learn()
})
afterAll(async () => {
  shop.reader.close()
  await bench.close()
})

const of = (table: string, column: string, from = catalog) =>
  from.columns.find((one) => one.table === table && one.column === column)

describe('a catalog', () => {
  it('holds categories that many rows share', () => {
    expect(of('orders', 'status')).toMatchObject({ kind: 'category', values: ['cancelled', 'open', 'paid', 'shipped'] })
    expect(of('customers', 'city')?.values).toContain('São Paulo')
  })

  it('marks a column as complete only if all callers see the same rows', () => {
    const parts = [1, 2, 3].map(() => ({ times: new Map([['paid', 9]]), isWhole: true, hasAllTexts: true }))
    const sample = { table: 'orders', column: 'status', parts }
    expect(kindOfColumn({ ...sample, byTenant: false })).toMatchObject({ values: ['paid'], complete: true })
    expect(kindOfColumn({ ...sample, byTenant: true })).toMatchObject({ values: ['paid'], complete: false })
  })

  it('holds no names of people and no value of a single tenant', () => {
    expect(of('customers', 'email')).toMatchObject({ kind: 'name', values: [] })
    expect(JSON.stringify(catalog)).not.toMatch(/Customer \d-|Shop \d|mail\.test|note \d|hash-/)
  })

  it('holds nothing of denied tables, hidden columns and columns with values: none', async () => {
    expect(JSON.stringify(catalog)).not.toMatch(/vault|audit|password_hash/)
    const columns = [{ table: 'orders', column: 'status', synonyms: [], values: 'none' }] as const
    const withoutValues = await shop.learn({ ...SHOP, glossary: { ...SHOP.glossary, columns } })
    expect(of('orders', 'status', withoutValues)).toBeUndefined()
    const known = await shop.know(1, undefined, {
      database: { ...SHOP, glossary: { ...SHOP.glossary, columns } },
      catalog,
    })
    expect(valuesOf(known, 'orders', 'status')).toBeUndefined()
  })

  it('shows values of shared rows only while the policy shares them', async () => {
    const open = { ...SHOP, policy: { ...POLICY, tables: { ...POLICY.tables, tenants: { mode: 'shared' } } } } as const
    const sharedCatalog = {
      ...catalog,
      madeAt: '2026-01-01T00:00:00.000Z',
      columns: [
        {
          table: 'tenants',
          column: 'plan',
          of: 'everybody',
          kind: 'category',
          values: ['free', 'pro'],
          complete: true,
        },
      ],
    } as const
    expect(
      valuesOf(await shop.know(1, undefined, { database: open, catalog: sharedCatalog }), 'tenants', 'plan')?.values,
    ).toEqual(['free', 'pro'])
    expect(valuesOf(await shop.know(1, undefined, { catalog: sharedCatalog }), 'tenants', 'plan')).toBeUndefined()
  })

  it('shows values of tenant rows only while the database publishes them', async () => {
    const off = { ...SHOP, sharedValues: 'off' } as const
    expect(valuesOf(await shop.know(1, undefined, { catalog }), 'orders', 'status')?.values).toContain('paid')
    const known = await shop.know(1, undefined, { database: off, catalog })
    expect(valuesOf(known, 'orders', 'status')).toBeUndefined()
    const sharedColumns = catalog.columns.filter(({ of, values }) => of === 'everybody' && values.length > 0)
    expect(known.values).toHaveLength(sharedColumns.length)
  })

  it('stays within its statement budget and counts the columns left out', async () => {
    const { engine, files, schema } = bench
    let runs = 0
    const counted: typeof engine = {
      ...engine,
      run: (...call) => {
        runs++
        return engine.run(...call)
      },
    }
    const source = {
      database: SHOP,
      engine: counted,
      address: files.address,
      schema,
      samplingKey: SAMPLING_KEY,
      signal: new AbortController().signal,
    }
    const { spent, columns } = await makeCatalog({ ...source, budget: { statements: 10, milliseconds: 60_000 } })
    expect(runs).toBeLessThanOrEqual(12)
    expect(spent.statements).toBe(runs)
    expect(spent.columnsLeftOut).toBe(catalog.columns.length - columns.length)
    expect(spent.columnsLeftOut).toBeGreaterThan(0)
  })

  it('is shared by all callers of a view', async () => {
    const [one, two] = [await shop.know(1, undefined, { catalog }), await shop.know(2, undefined, { catalog })]
    expect(two.values).toBe(one.values)
    expect(one.values.length).toBeGreaterThan(5)
  })
})
