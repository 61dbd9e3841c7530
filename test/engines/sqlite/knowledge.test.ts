import type { DatabaseSettings } from '../../../src/domain/access/database-settings.ts'
import { EMPTY_GLOSSARY } from '../../../src/domain/ask/glossary.ts'
import { readKnowledge, visibleSchema } from '../../../src/engines/read-knowledge.ts'
import { POLICY, restrictionOf } from './shop-fixture.ts'
import { type Bench, openBench } from './with-engine.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const DATABASE: DatabaseSettings = {
  ...{ id: 'd', organizationId: 1, name: 'shops', engine: 'sqlite', requiresOrganizationScoping: true },
  ...{ policy: POLICY, glossary: EMPTY_GLOSSARY },
}

const know = (tenant: number, scope?: string) => {
  const { signal } = new AbortController()
  const restriction = restrictionOf(tenant, scope)
  return readKnowledge(bench.engine, bench.files.address, { database: DATABASE, restriction, signal })
}

describe('what a planner may know', () => {
  it('holds values of this tenant only', async () => {
    const { values } = await know(2)
    const of = (table: string, column: string) => values.find((one) => one.table === table && one.column === column)
    expect(of('tenants', 'name')).toEqual({ table: 'tenants', column: 'name', values: ['Shop 2'], complete: true })
    expect(of('customers', 'name')?.values.every((name) => name.startsWith('Customer 2-'))).toBe(true)
    expect(of('customers', 'name')?.values.length).toBe(9)
    expect(of('countries', 'name')?.values.length).toBe(4)
    expect(JSON.stringify(values)).not.toMatch(/hash|vault|audit|Shop 1|Customer [13]-/)
  })

  it('holds values of this scope only', async () => {
    const { values } = await know(2, 'ann')
    expect(values.find(({ table, column }) => table === 'orders' && column === 'owner')?.values).toEqual(['ann'])
  })

  it('names no denied table, hidden column or view', async () => {
    const { schema } = await know(1)
    expect(schema.tables.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['vault']))
    expect(JSON.stringify(schema)).not.toMatch(/vault|audit_log|password_hash|all_orders|sqlite_/)
    expect(schema.tables.length).toBe(13)
  })

  it('marks a column with more values than were read', async () => {
    const { values } = await readKnowledge(
      { ...bench.engine, draftDistinct: ({ table, column }) => `SELECT DISTINCT "${column}" FROM "${table}" LIMIT 1` },
      bench.files.address,
      { database: DATABASE, restriction: restrictionOf(1), signal: new AbortController().signal },
    )
    expect(values.every(({ values }) => values.length <= 1)).toBe(true)
  })
})

describe('the visible schema', () => {
  it('drops keys that lead to what is not visible', () => {
    const policy = {
      ...POLICY,
      tables: { ...POLICY.tables, tenants: { mode: 'deny' }, customers: { mode: 'tenant', hide: ['id'] } },
    } as const
    const schema = visibleSchema(bench.schema, policy, restrictionOf(1))
    expect(schema.tables.find(({ name }) => name === 'customers')?.foreignKeys.map(({ refTable }) => refTable)).toEqual(
      ['countries'],
    )
    expect(schema.tables.find(({ name }) => name === 'customers')?.primaryKey).toEqual([])
    expect(schema.tables.find(({ name }) => name === 'orders')?.foreignKeys).toEqual([])
  })
})
