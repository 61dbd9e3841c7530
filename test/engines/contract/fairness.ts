import { setImmediate as turn } from 'node:timers/promises'
import type { PlaceOwner } from '../../../src/domain/access/fair-places.ts'
import type { RunLimits } from '../../../src/engines/engine.ts'
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

  describe('twelve statements that may take longer than usual', () => {
    const ANN = { organizationId: 1, tenantId: '1', keyId: 'public', scopeId: 'ann' }

    /** Begins twelve of them, and tells who was answered while they ran. */
    const asked = async (
      owners: readonly PlaceOwner[],
      others: Readonly<Record<string, Pick<RunLimits, 'owner' | 'isLong'>>>,
    ): Promise<readonly string[]> => {
      const stop = new AbortController()
      const [query, short] = [await bench().guard(longest), await bench().guard(adapter.drafts.one)]
      let ended = 0
      let begun = 0
      const onPlace = () => (begun += 1)
      const long = { isLong: true, waitMs: 120_000, timeoutMs: 120_000, signal: stop.signal, onPlace }
      const ends = Array.from({ length: 12 }, (_, index) =>
        bench()
          .run(query, { ...long, owner: owners[index % owners.length] ?? ANN })
          .catch(() => (ended += 1)),
      )
      await turn()
      const answered: string[] = []
      for (const [name, limits] of Object.entries(others)) {
        const { ok } = await bench().run(short, { waitMs: 60_000, ...limits })
        if (ok && ended === 0) answered.push(name)
      }
      stop.abort()
      await Promise.all(ends)
      return [`${begun} ran`, ...answered]
    }

    it('of one caller run one at a time, in the way of nobody', async () => {
      const others = {
        'the caller itself': { owner: ANN },
        'another of its tenant': { owner: { ...ANN, scopeId: 'bob' } },
        'another of its tenant, for long': { owner: { ...ANN, scopeId: 'bob' }, isLong: true },
        'another tenant': { owner: { ...ANN, tenantId: '2' } },
        'another organization': { owner: { organizationId: 2, tenantId: '1' } },
      }
      expect(await asked([ANN], others)).toEqual(['1 ran', ...Object.keys(others)])
    })

    it('of all tenants of an organization leave one to another organization, and whatever is usual', async () => {
      const owners = Array.from({ length: 12 }, (_, index) => ({ ...ANN, tenantId: String(index) }))
      const others = {
        'another of such a tenant': { owner: { ...ANN, scopeId: 'bob' } },
        'another organization': { owner: { organizationId: 2, tenantId: '1' } },
        'another organization, for long': { owner: { organizationId: 2, tenantId: '1' }, isLong: true },
      }
      expect(await asked(owners, others)).toEqual(['3 ran', ...Object.keys(others)])
    })
  })

  it('who has no place in time is told that it is busy, not that the database is broken', async () => {
    const stop = new AbortController()
    const query = await bench().guard(longest)
    const running = Promise.withResolvers<void>()
    const limits = { owner: HOSTILE, isLong: true, timeoutMs: 120_000, signal: stop.signal, onPlace: running.resolve }
    const long = bench()
      .run(query, limits)
      .catch(() => undefined)
    await running.promise
    await expect(bench().run(query, { ...limits, waitMs: 50 })).rejects.toMatchObject({ problem: 'busy' })
    stop.abort()
    await long
  })
}
