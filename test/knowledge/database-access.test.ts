import type { Caller } from '../../src/access/rules/caller.ts'
import type { Schema } from '../../src/guard/schema.ts'
import { databaseAccess } from '../../src/knowledge/database-access.ts'
import { CacheMemory } from '../../src/platform/memory/cache-memory.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import { type Bench, openBench } from '../engines/sqlite/with-engine.ts'
import { SHOP } from './shop-reader.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const ASKED = { question: 'How many orders?', recentTurns: [] }

const caller: Caller = { organizationId: 1, kind: 'organization', userId: 1, tenantId: '1' }

/** The shop database, described by the function of the test. */
const opened = (describe: () => Promise<Schema>) => {
  const store = {
    database: async () => SHOP,
    databaseAddress: async () => bench.files.address,
    catalog: async () => undefined,
  }
  return databaseAccess(store, [{ ...bench.engine, describe }], new CacheMemory())
}

describe('an unreachable database', () => {
  it('is described again for the next question', async () => {
    let reads = 0
    const access = opened(async () => {
      if (reads++ === 0) throw new Problem('database_unreachable')
      return bench.schema
    })
    await expect(access.openDatabase(caller, 'd')).rejects.toMatchObject({ problem: 'database_unreachable' })
    expect((await access.openDatabase(caller, 'd')).schema).toBe(bench.schema)
    access.close()
  })
})

describe('a schema', () => {
  it('is read once for concurrent and later callers within a minute', async () => {
    let reads = 0
    const access = opened(async () => {
      reads++
      return bench.schema
    })
    await Promise.all([access.openDatabase(caller, 'd'), access.openDatabase({ ...caller, tenantId: '2' }, 'd')])
    await access.knowledge(caller, 'd', ASKED)
    expect(reads).toBe(1)
    access.close()
  })
})

describe('knowledge', () => {
  it('is refused to a caller without the tenant that the database requires', async () => {
    const access = opened(async () => bench.schema)
    const { tenantId: _, ...withoutTenant } = caller
    await expect(access.knowledge(withoutTenant, 'd', ASKED)).rejects.toMatchObject({ problem: 'tenant_missing' })
    access.close()
  })

  it('ends with an abort if the caller has disconnected', async () => {
    const access = opened(async () => bench.schema)
    await expect(access.knowledge(caller, 'd', ASKED, AbortSignal.abort())).rejects.toThrow(/abort/i)
    access.close()
  })
})
