import type { Dialect } from '../../../src/engines/shared/dialect.ts'
import { tableName } from '../../../src/guard/schema.ts'
import { allShared } from '../../../src/manage/databases/preview-policy.ts'
import { visibleRows } from '../../../src/manage/databases/visible-rows.ts'
import type { Json } from '../../../src/platform/values/json.ts'
import { never, useBench } from './contract-bench.ts'
import type { EngineAdapter, LoadedDatabase } from './engine-adapter.ts'
import { TABLES } from './fixture.ts'
import { SCOPES, TENANTS } from './fixture-rows.ts'
import { ofOneTenant } from './fixture-table.ts'
import { cells, unordered } from './results.ts'

/** Every tenant, some scopes, a tenant without rows and a scope without rows. */
export const VIEWS = [
  ...TENANTS.map((tenant) => ({ tenant, scope: undefined })),
  ...SCOPES.map((scope, index) => ({ tenant: index + 1, scope })),
  { tenant: 99, scope: undefined },
  { tenant: 1, scope: 'nobody' },
]

export const oracle = (adapter: EngineAdapter): void => {
  const bench = useBench(adapter)

  describe.each(VIEWS)(
    'S49 a query of tenant $tenant, scope $scope, returns the rows of a single-tenant database',
    (view) => {
      let copy: LoadedDatabase
      beforeAll(async () => {
        copy = await adapter.load(ofOneTenant(TABLES, view.tenant, view.scope))
      })
      afterAll(() => copy.remove())

      it.each(adapter.queries)('$draft', async ({ draft, ordered }) => {
        const asked = await bench().ask(draft, bench().rules(view.tenant, view.scope))
        expect(asked.refusal).toBeUndefined()
        if (asked.result === undefined) return
        const wanted = await copy.find(draft)
        const found = cells(asked.result)
        expect(unordered(found)).toEqual(unordered(wanted))
        if (ordered) expect(found).toEqual(wanted)
      })
    },
  )

  it('nearly every query of the oracle returns other rows without a filter', async () => {
    const singleTenant = await adapter.load(ofOneTenant(TABLES, 1, undefined))
    const differs = await Promise.all(
      adapter.queries.map(async ({ draft }) => {
        const [all, some] = await Promise.all([bench().database.find(draft), singleTenant.find(draft)])
        return unordered(all).join() !== unordered(some).join()
      }),
    )
    await singleTenant.remove()
    expect(adapter.queries.length).toBeGreaterThanOrEqual(60)
    expect(differs.filter(Boolean).length / adapter.queries.length).toBeGreaterThan(0.9)
  })

  it('draftTexts of one column finds values of the tenant, up to lengthMax and valuesMax', async () => {
    const table = adapter.tableName?.('customers') ?? 'customers'
    const values = async (valuesMax: number, lengthMax: number) => {
      const draft = bench().engine.dialect.draftTexts({ columns: [{ table, column: 'city' }], valuesMax, lengthMax })
      return ((await bench().ask(draft, bench().rules(1))).result ?? NOTHING).rows.map((row) => row.value)
    }
    expect((await values(100, 60)).toSorted()).toEqual(['Berlin', 'Lyon', 'Oslo', 'Paris', 'São Paulo'])
    expect((await values(100, 4)).toSorted()).toEqual(['Lyon', 'Oslo'])
    expect(await values(2, 60)).toHaveLength(2)
    const columns = [{ table, column: 'name' }]
    const names = bench().engine.dialect.draftTexts({ columns, valuesMax: 100, lengthMax: 60 })
    const found = await bench().ask(names, bench().rules(3))
    expect(found.result?.rowCount).toBe(9)
    expect(JSON.stringify(found.result)).not.toMatch(/Customer [12]-/)
  })

  it('draftTexts of several columns finds equal and containing texts in one statement', async () => {
    const table = adapter.tableName?.('customers') ?? 'customers'
    const columns = [
      { table, column: 'city' },
      { table, column: 'name' },
    ]
    const find = async (wanted: Partial<Parameters<Dialect['draftTexts']>[0]>, tenant = 1) => {
      const of = async (some: typeof columns): Promise<readonly (readonly Json[])[] | undefined> => {
        const all = { columns: some, valuesMax: 100, lengthMax: 60, ...wanted }
        const asked = await bench().ask(bench().engine.dialect.draftTexts(all), bench().rules(tenant))
        return asked.result?.rows.map(({ place, value }) => [place ?? null, value ?? null])
      }
      // The small store does not support $unionWith, so columns are queried one by one as well.
      const [first = [], second = []] = await Promise.all(columns.map(async (column) => await of([column])))
      return unordered((await of(columns)) ?? [...first, ...second.map(([, value]) => [1, value])])
    }
    const texts = ['Lyon', 'Customer 1-2', 'Customer 2-2', "O'Hara%"]
    expect(await find({ equal: texts })).toEqual(
      unordered([
        [0, 'Lyon'],
        [1, 'Customer 1-2'],
      ]),
    )
    expect(await find({ containing: ['yo', '-2'] })).toEqual(
      unordered([
        [0, 'Lyon'],
        [1, 'Customer 1-2'],
      ]),
    )
    expect(await find({ containing: ['PARI'], rowsMax: 1_000 })).toEqual(unordered([[0, 'Paris']]))
    expect(await find({ containing: ['customer'], rowsMax: 3 })).toHaveLength(3)
    expect(await find({ equal: texts }, 2)).not.toContainEqual([1, 'Customer 1-2'])
  })

  it('visibleRows counts the rows of a tenant, of an end user, of a denied table and of all tenants', async () => {
    const { engine, database, schema } = bench()
    const owner = { organizationId: 1, tenantId: 'counting' }
    const rows = visibleRows({
      engine,
      address: database.address,
      owner,
      statementMs: 30_000,
      signal: never(),
    })
    const unrestricted = { schema, policy: allShared(bench().rules(1).policy), restriction: {} }
    const [ofTenant, ofUser] = [bench().rules(1), bench().rules(1, 'ann')]
    const counts = async (name: string) => {
      const table = schema.tables.find((one) => tableName(one) === (adapter.tableName?.(name) ?? name))
      if (table === undefined) throw new Error(`there is no table ${name}`)
      const first = await rows.first(table, ofTenant, { rowsMax: 2, bytesMax: 100_000 })
      const shown = typeof first === 'string' ? first : first.rowCount
      const [own, scoped, all] = [ofTenant, ofUser, unrestricted].map((rules) => rows.count(table, rules))
      return [name, await own, shown, await scoped, await all]
    }
    for (const { name, rows: all, keep } of TABLES) {
      const kept = (scope?: string) => (keep === undefined ? 0 : all.filter((row) => keep(row, 1, scope)).length)
      const own = kept()
      expect(await counts(name)).toEqual([name, own, Math.min(2, own), kept('ann'), all.length])
    }
  })

  it('describe reads a database that was created after the engine started', async () => {
    const database = await adapter.load(ofOneTenant(TABLES, 2, undefined))
    expect((await bench().engine.describe(database.address, never())).tables).toHaveLength(13)
    await database.remove()
  })
}

const NOTHING = { columns: [], rows: [], rowCount: 0, truncated: false, executionTimeMs: 0 }
