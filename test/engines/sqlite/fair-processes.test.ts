import { setImmediate as turn } from 'node:timers/promises'
import type { PlaceOwner } from '../../../src/domain/access/fair-places.ts'
import type { GuardedQuery } from '../../../src/domain/guard/guarded-query.ts'
import { sqliteEngine } from '../../../src/engines/sqlite/engine.ts'
import { accepted, type Bench, openBench } from './with-engine.ts'

const ENDLESS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n'
const CROSS = (...tables: readonly string[]): string =>
  `SELECT COUNT(*) FROM ${Array.from({ length: 9 }, (_, index) => `${tables[index % tables.length]} t${index}`).join(', ')}`

const HOSTILE = { organizationId: 1, tenantId: '1' }

/** The engine as it runs by default. */
const engine = sqliteEngine()
let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => Promise.all([engine.close(), bench.close()]))

const guard = async (draft: string, tenant: number, scope?: string, owner?: PlaceOwner): Promise<GuardedQuery> =>
  accepted(await engine.guard(draft, bench.rules(tenant, scope), owner))

const LIMITS = { timeoutMs: 60_000, rowsMax: 100, bytesMax: 10_000, turnId: 'test' }

const run = (query: GuardedQuery, owner: PlaceOwner, signal: AbortSignal = new AbortController().signal) =>
  engine.run(bench.files.address, query, { ...LIMITS, owner, signal })

/** Endless queries of one tenant: on one table, on several, on none, with and without a scope. */
const endlessQueries = async (): Promise<readonly GuardedQuery[]> => [
  await guard(ENDLESS, 1),
  await guard(ENDLESS, 1, 'ann'),
  await guard(CROSS('orders'), 1),
  await guard(CROSS('orders'), 1, 'ann'),
  await guard(CROSS('orders', 'customers', 'products'), 1),
  await guard(CROSS('orders', 'order_items'), 1, 'bob'),
  await guard(CROSS('countries'), 1),
  await guard('WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n WHERE x < 0', 1),
]

/** Starts them, and tells what ended in which order. */
const besieged = async (others: (ended: (name: string) => void) => Promise<void>): Promise<readonly string[]> => {
  const order: string[] = []
  const stop = new AbortController()
  const ends = (await endlessQueries()).map((query) =>
    run(query, HOSTILE, stop.signal).catch((error: unknown) => {
      expect(error).toMatchObject({ name: 'AbortError' })
      order.push('hostile')
    }),
  )
  await turn()
  await others((name) => order.push(name))
  stop.abort()
  await Promise.all(ends)
  return order
}

it('eight endless queries of one tenant, whatever they read, are in the way of no other tenant', async () => {
  const count = 'SELECT COUNT(*) AS n FROM orders'
  const order = await besieged(async (ended) => {
    const [own, foreign] = [await guard(count, 2), await guard(count, 3)]
    expect(await run(own, { organizationId: 1, tenantId: '2' })).toMatchObject({
      ok: true,
      result: { rows: [{ n: 24 }] },
    })
    ended('neighbour')
    expect(await run(foreign, { organizationId: 2, tenantId: '1' })).toMatchObject({ ok: true })
    ended('other organization')
    expect(await run(foreign, { organizationId: 2 })).toMatchObject({ ok: true })
    ended('other organization itself')
  })
  expect(order).toEqual(['neighbour', 'other organization', 'other organization itself', ...Array(8).fill('hostile')])
})

it('nor of a description, of the same organization or of another', async () => {
  const { signal } = new AbortController()
  const order = await besieged(async (ended) => {
    for (const organizationId of [1, 2]) {
      expect(await engine.describe(bench.files.address, signal, { organizationId })).toEqual(bench.schema)
      ended(`describe ${organizationId}`)
    }
  })
  expect(order.slice(0, 2)).toEqual(['describe 1', 'describe 2'])
})

it('endless queries of many tenants are in the way of no other organization', async () => {
  const order: string[] = []
  const stop = new AbortController()
  const endless = await guard(ENDLESS, 1)
  const ends = Array.from({ length: 30 }, (_, index) =>
    run(endless, { organizationId: 1, tenantId: String(index % 10) }, stop.signal).catch(() => order.push('hostile')),
  )
  await turn()
  expect(await run(await guard('SELECT 1', 1), { organizationId: 2, tenantId: '1' })).toMatchObject({ ok: true })
  order.push('other organization')
  stop.abort()
  await Promise.all(ends)
  expect(order[0]).toBe('other organization')
})

it('who waits longer than a query may take is told so, and so is who waits in too long a line', async () => {
  const stop = new AbortController()
  const endless = await guard(ENDLESS, 1)
  const hogs = Array.from({ length: 3 }, () => run(endless, HOSTILE, stop.signal))
  const impatient = engine.run(bench.files.address, endless, {
    ...LIMITS,
    ...{ owner: HOSTILE, signal: stop.signal, timeoutMs: 50 },
  })
  await expect(impatient).rejects.toMatchObject({ problem: 'query_timeout' })
  const line = Array.from({ length: 2_100 }, () => run(endless, HOSTILE, stop.signal).catch((error: unknown) => error))
  expect(await Promise.race(line)).toMatchObject({ problem: 'tenant_busy', transient: true })
  stop.abort()
  await Promise.allSettled([...hogs, ...line])
})

it('waiting and running share one deadline', async () => {
  const [one, other] = [sqliteEngine({ processesMax: 1 }), sqliteEngine({ processesMax: 1 })]
  const order: string[] = []
  const endOf = async (name: string, on: typeof one, timeoutMs: number) => {
    const query = accepted(await on.guard(ENDLESS, bench.rules(1)))
    const limits = { ...LIMITS, timeoutMs, owner: { organizationId: 1 }, signal: new AbortController().signal }
    await expect(on.run(bench.files.address, query, limits)).rejects.toMatchObject({ problem: 'query_timeout' })
    order.push(name)
  }
  // The second one waits a second for the first. With a deadline each it would end after the third.
  await Promise.all([endOf('first', one, 1_000), endOf('second', one, 1_300), endOf('third', other, 1_900)])
  expect(order).toEqual(['first', 'second', 'third'])
  await Promise.all([one.close(), other.close()])
})
