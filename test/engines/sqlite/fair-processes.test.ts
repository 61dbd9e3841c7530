import type { SlotOwner } from '../../../src/access/rules/fair-semaphore.ts'
import { sqliteEngine } from '../../../src/engines/sqlite/engine.ts'
import type { GuardedQuery } from '../../../src/guard/guarded-query.ts'
import { accepted } from '../contract/results.ts'
import { type Bench, openBench } from './with-engine.ts'

const ENDLESS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n'
const HOSTILE = { organizationId: 1, tenantId: '1' }

/** An engine with default settings. */
const engine = sqliteEngine()
let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => Promise.all([engine.close(), bench.close()]))

const guard = async (draft: string, tenant: number, scope?: string, owner?: SlotOwner): Promise<GuardedQuery> =>
  accepted(await engine.guard(draft, bench.rules(tenant, scope), owner))

const LIMITS = { timeoutMs: 60_000, rowsMax: 100, bytesMax: 10_000, turnId: 'test' }

const run = (query: GuardedQuery, owner: SlotOwner, signal: AbortSignal = new AbortController().signal) =>
  engine.run(bench.files.address, query, { ...LIMITS, owner, signal })

it('an SQLite query is rejected with query_timeout while it is queued, and with tenant_busy if the queue is full', async () => {
  const stop = new AbortController()
  const endless = await guard(ENDLESS, 1)
  const hogs = Array.from({ length: 3 }, () => run(endless, HOSTILE, stop.signal))
  const queued = engine.run(bench.files.address, endless, {
    ...LIMITS,
    owner: HOSTILE,
    signal: stop.signal,
    timeoutMs: 50,
  })
  await expect(queued).rejects.toMatchObject({ problem: 'query_timeout' })
  const queue = Array.from({ length: 2_100 }, () => run(endless, HOSTILE, stop.signal).catch((error: unknown) => error))
  expect(await Promise.race(queue)).toMatchObject({ problem: 'tenant_busy', transient: true })
  stop.abort()
  await Promise.allSettled([...hogs, ...queue])
})
