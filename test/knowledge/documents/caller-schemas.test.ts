import { EMPTY_GLOSSARY } from '../../../src/ask/rules/glossary.ts'
import type { Engine } from '../../../src/engines/engine.ts'
import { mongodbEngine } from '../../../src/engines/mongodb/engine.ts'
import type { GuardedQuery } from '../../../src/guard/guarded-query.ts'
import type { Policy } from '../../../src/guard/policy.ts'
import type { Schema } from '../../../src/guard/schema.ts'
import { CallerSchemas } from '../../../src/knowledge/documents/caller-schemas.ts'
import { CacheMemory } from '../../../src/platform/memory/cache-memory.ts'
import { Problem } from '../../../src/platform/problems/problem.ts'
import { callerOf, SHOPS_POLICY } from './shops-of-documents.ts'

const engine = mongodbEngine({ allowPrivateHosts: false })
afterAll(() => engine.close())

const table = (name: string) => ({
  name,
  primaryKey: ['_id'],
  foreignKeys: [],
  columns: ['_id', 'shop', 'secret'].map((path) => ({ name: path, type: 'int', nullable: false })),
})
const SCHEMA: Schema = { engine: 'mongodb', tables: ['orders', 'shops'].map(table) }
const CATALOG = { madeAt: '2026-11-21T00:00:00.000Z' }

/** Schemas of callers whose documents `answer` describes, with the samples that were read. */
const opened = (answer: (samples: readonly GuardedQuery[]) => Promise<Schema>) => {
  const memory = new CacheMemory()
  const schemas = new CallerSchemas(memory)
  const read: (readonly GuardedQuery[])[] = []
  const counted: Engine = {
    ...engine,
    async describe(_address, _signal, _owner, _include, samples = []) {
      read.push(samples)
      return await answer(samples)
    },
  }
  const of = (tenant: number, { schema = SCHEMA, policy = SHOPS_POLICY, catalog = CATALOG as object } = {}) =>
    schemas.of({
      key: 'd',
      engine: counted,
      address: 'mongodb://db/shop',
      schema,
      caller: callerOf(tenant),
      database: {
        id: 'd',
        organizationId: 1,
        name: 'shops',
        engine: 'mongodb',
        requiresOrganizationScoping: true,
        policy,
        glossary: EMPTY_GLOSSARY,
      },
      restriction: { tenant: { type: 'integer', value: BigInt(tenant) } },
      catalog: { ...CATALOG, ...catalog },
    })
  return { of, read, memory }
}

const having = (path: string) => async (): Promise<Schema> => ({
  engine: 'mongodb',
  tables: [{ ...table('orders'), columns: [{ name: path, type: 'int', nullable: false }] }],
})

describe('the schema of a caller of a document database', () => {
  it('is read once per caller, and again after a change of policy or catalog', async () => {
    const { of, read, memory } = opened(having('mine'))
    const first = await of(1)
    expect(JSON.stringify(first)).toContain('mine')
    expect(await of(1)).toBe(first)
    expect(read).toHaveLength(1)
    await of(2)
    await of(1, { policy: { ...SHOPS_POLICY, tables: { ...SHOPS_POLICY.tables, orders: { mode: 'deny' } } } })
    await of(1, { catalog: { madeAt: '2026-11-22T00:00:00.000Z' } })
    expect(read).toHaveLength(4)
    expect(memory.size.bytes).toBeGreaterThan(1_000)
    memory.close()
  })

  it('omits own paths after a read timeout, and does not retry immediately', async () => {
    const { of, read, memory } = opened(async () => {
      throw new Problem('query_timeout')
    })
    const [schema, other] = await Promise.all([of(1), of(1)])
    expect(JSON.stringify(schema)).not.toMatch(/secret/)
    expect(other).toBe(schema)
    expect(await of(1)).toBe(schema)
    expect(read).toHaveLength(1)
    memory.close()
  })

  it('reads samples of at most 200 collections with at most 50 documents each', async () => {
    const tables = Array.from({ length: 300 }, (_, nth) => table(`c${nth}`))
    const policy: Policy = { ...SHOPS_POLICY, tables: { '*': { mode: 'tenant' } } }
    const { of, read, memory } = opened(async () => ({ engine: 'mongodb', tables: [] }))
    await of(1, { schema: { engine: 'mongodb', tables }, policy })
    expect(read[0]).toHaveLength(200)
    expect(read[0]?.every(({ statement }) => JSON.parse(statement).limit === 50)).toBe(true)
    memory.close()
  })
})
