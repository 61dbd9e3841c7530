import { setImmediate as turn } from 'node:timers/promises'
import type { SlotOwner } from '../../../src/access/rules/fair-semaphore.ts'
import type { RunLimits } from '../../../src/engines/engine.ts'
import { waitFor } from '../../support/wait-for.ts'
import { never, useBench } from './contract-bench.ts'
import type { EngineAdapter } from './engine-adapter.ts'

const HOSTILE = { organizationId: 1, tenantId: '1' }
const SERVER = { ...HOSTILE, keyId: 'server' }
const VISITOR = { ...HOSTILE, kind: 'database', keyId: 'public', scopeId: 'ann' } as const
const HOGS = 8

export const fairness = (adapter: EngineAdapter): void => {
  const bench = useBench(adapter)
  const { endless, countOrders } = adapter.drafts
  const [longest = ''] = endless

  /** Runs `others` during endless queries of one tenant; returns the order in which all ended. */
  const underLoad = async (others: (ended: (name: string) => void) => Promise<void>): Promise<readonly string[]> => {
    const order: string[] = []
    const stop = new AbortController()
    const drafts = Array.from({ length: HOGS }, (_, index) => endless[index % endless.length] ?? longest)
    const queries = await Promise.all(
      drafts.map((draft, index) => bench().guard(draft, 1, index % 2 ? 'ann' : undefined)),
    )
    const runs = queries.map((query) =>
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
    await Promise.all(runs)
    return order
  }

  describe(`${HOGS} endless queries of one tenant do not delay`, () => {
    it('queries of another tenant or another organization', async () => {
      const order = await underLoad(async (ended) => {
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

    it('descriptions for the same or another organization', async () => {
      const order = await underLoad(async (ended) => {
        for (const organizationId of [1, 2]) {
          const schema = await bench().engine.describe(bench().database.address, never(), { organizationId })
          expect(schema).toEqual(bench().schema)
          ended(`describe ${organizationId}`)
        }
      })
      expect(order.slice(0, 2)).toEqual(['describe 1', 'describe 2'])
    })
  })

  it('endless queries of many tenants do not delay another organization', async () => {
    const order: string[] = []
    const stop = new AbortController()
    const query = await bench().guard(longest)
    const runs = Array.from({ length: 30 }, (_, index) =>
      bench()
        .run(query, { owner: { organizationId: 1, tenantId: String(index % 10) }, signal: stop.signal })
        .catch(() => order.push('hostile')),
    )
    await turn()
    const owner = { organizationId: 2, tenantId: '1' }
    expect(await bench().run(await bench().guard(adapter.drafts.one), { owner })).toMatchObject({ ok: true })
    order.push('other organization')
    stop.abort()
    await Promise.all(runs)
    expect(order[0]).toBe('other organization')
  })

  describe('twelve statements that exceed the time of a fast slot', () => {
    /** Runs them with one public key; returns the callers of `others` that were answered in the meantime. */
    const underLoad = async (
      ownerOf: (index: number) => Partial<SlotOwner>,
      others: Readonly<Record<string, Pick<RunLimits, 'owner' | 'fastMs'>>>,
    ) => {
      const stop = new AbortController()
      const [query, short] = [await bench().guard(longest), await bench().guard(adapter.drafts.one)]
      const states = Array.from({ length: 12 }, () => 'begins')
      let ended = 0
      const runs = states.map((_, index) =>
        bench()
          .run(query, {
            owner: { ...VISITOR, ...ownerOf(index) },
            fastMs: 0,
            waitMs: 120_000,
            timeoutMs: 120_000,
            signal: stop.signal,
            onRunning: () => (states[index] = 'runs'),
            onStopped: () => (states[index] = 'waits'),
          })
          .catch(() => (ended += 1)),
      )
      await turn()
      const answered: string[] = []
      for (const [name, limits] of Object.entries(others)) {
        const { ok } = await bench().run(short, { waitMs: 60_000, fastMs: 60_000, ...limits })
        if (ok && ended === 0) answered.push(name)
      }
      const count = (state: string) => states.filter((one) => one === state).length
      const slow = ownerOf(0).tenantId === ownerOf(1).tenantId ? 1 : 2
      await waitFor('the stop of all others', async () => count('waits') === 12 - slow)
      expect([count('runs'), ended]).toEqual([slow, 0])
      await bench().seenRunning(slow)
      stop.abort()
      await Promise.all(runs)
      return answered
    }

    // Other combinations of tenant and scope: `test/domain/access/query-slots.test.ts`.
    it('are stopped and delay no other caller, although each has another tenant and scope', async () => {
      const ownerOf = (index: number) => ({ tenantId: String(index), scopeId: String(index) })
      const others = {
        'the caller itself': { owner: VISITOR },
        'another visitor': { owner: { ...VISITOR, tenantId: '77', scopeId: 'bob' } },
        'that tenant, by its server': { owner: SERVER },
        'another tenant': { owner: { ...SERVER, tenantId: '2' } },
        'another tenant, for long': { owner: { ...SERVER, tenantId: '2' }, fastMs: 0 },
        'another organization': { owner: { organizationId: 2, tenantId: '1' } },
        'another organization, for long': { owner: { organizationId: 2, tenantId: '1' }, fastMs: 0 },
      }
      expect(await underLoad(ownerOf, others)).toEqual(Object.keys(others))
    })

    it('restart when a slow slot is free, and return their rows', async () => {
      const stop = new AbortController()
      const running = Promise.withResolvers<void>()
      const owner = { ...SERVER, scopeId: 'ann' }
      const limits = { owner, fastMs: 0, waitMs: 120_000, timeoutMs: 120_000 }
      const first = bench()
        .run(await bench().guard(longest), { ...limits, signal: stop.signal, onRunning: running.resolve })
        .catch(() => undefined)
      await running.promise
      const events: string[] = []
      const stopped = Promise.withResolvers<void>()
      const second = bench().run(await bench().guard(adapter.drafts.countOrders), {
        ...limits,
        onRunning: () => events.push('runs'),
        onStopped: () => {
          events.push('is stopped')
          stopped.resolve()
        },
      })
      await Promise.race([stopped.promise, second])
      stop.abort()
      await first
      expect(await second).toMatchObject({ ok: true, result: { rows: [{ n: 24 }] } })
      expect(['runs', 'runs,is stopped,runs']).toContain(events.join())
    })
  })

  it('a query that gets no slot in time is rejected with busy, and does not run', async () => {
    const stop = new AbortController()
    const query = await bench().guard(longest)
    const limits = { owner: HOSTILE, fastMs: 0, timeoutMs: 120_000, signal: stop.signal }
    // When one of the two is stopped, the other one has the only slow slot; which one is a race.
    const oneStopped = Promise.withResolvers<void>()
    const runs = [1, 2].map(() =>
      bench()
        .run(query, { ...limits, waitMs: 120_000, onStopped: oneStopped.resolve })
        .catch(() => undefined),
    )
    await oneStopped.promise
    await expect(bench().run(query, { ...limits, waitMs: 0 })).rejects.toMatchObject({ problem: 'busy' })
    await bench().seenRunning(1)
    stop.abort()
    await Promise.all(runs)
    await bench().seenEnded()
  })
}
