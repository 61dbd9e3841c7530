import { setImmediate as turn } from 'node:timers/promises'
import { never, useBench } from './contract-bench.ts'
import type { EngineAdapter } from './engine-adapter.ts'

const HOSTILE = { organizationId: 1, tenantId: '1' }
const HOGS = 8

export const fairness = (adapter: EngineAdapter): void => {
  const bench = useBench(adapter)
  const { endless, countOrders } = adapter.drafts
  const [longest = ''] = endless

  /** Starts endless queries of one tenant, and tells what ended in which order. */
  const besieged = async (others: (ended: (name: string) => void) => Promise<void>): Promise<readonly string[]> => {
    const order: string[] = []
    const stop = new AbortController()
    const drafts = Array.from({ length: HOGS }, (_, index) => endless[index % endless.length] ?? longest)
    const queries = await Promise.all(
      drafts.map((draft, index) => bench().guard(draft, 1, index % 2 ? 'ann' : undefined)),
    )
    const ends = queries.map((query) =>
      bench()
        .run(query, { owner: HOSTILE, signal: stop.signal, timeoutMs: 120_000 })
        .catch((error: unknown) => {
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

  describe(`${HOGS} endless queries of one tenant, whatever they read, are in the way`, () => {
    it('of no other tenant, and of no other organization', async () => {
      const order = await besieged(async (ended) => {
        const [own, foreign] = [await bench().guard(countOrders, 2), await bench().guard(countOrders, 3)]
        for (const [query, owner, name] of [
          [own, { organizationId: 1, tenantId: '2' }, 'neighbour'],
          [foreign, { organizationId: 2, tenantId: '1' }, 'other organization'],
          [foreign, { organizationId: 2 }, 'other organization itself'],
        ] as const) {
          expect(await bench().run(query, { owner })).toMatchObject({ ok: true, result: { rows: [{ n: 24 }] } })
          ended(name)
        }
      })
      const others = ['neighbour', 'other organization', 'other organization itself']
      expect(order).toEqual([...others, ...Array(HOGS).fill('hostile')])
    })

    it('of no description, of the same organization or of another', async () => {
      const order = await besieged(async (ended) => {
        for (const organizationId of [1, 2]) {
          const schema = await bench().engine.describe(bench().database.address, never(), { organizationId })
          expect(schema).toEqual(bench().schema)
          ended(`describe ${organizationId}`)
        }
      })
      expect(order.slice(0, 2)).toEqual(['describe 1', 'describe 2'])
    })
  })

  it('endless queries of many tenants are in the way of no other organization', async () => {
    const order: string[] = []
    const stop = new AbortController()
    const query = await bench().guard(longest)
    const ends = Array.from({ length: 30 }, (_, index) =>
      bench()
        .run(query, { owner: { organizationId: 1, tenantId: String(index % 10) }, signal: stop.signal })
        .catch(() => order.push('hostile')),
    )
    await turn()
    const owner = { organizationId: 2, tenantId: '1' }
    expect(await bench().run(await bench().guard(adapter.drafts.one), { owner })).toMatchObject({ ok: true })
    order.push('other organization')
    stop.abort()
    await Promise.all(ends)
    expect(order[0]).toBe('other organization')
  })
}
