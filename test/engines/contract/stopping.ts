import type { RunResult } from '../../../src/engines/engine.ts'
import { Problem } from '../../../src/platform/problems/problem.ts'
import { ContractBench, useBench } from './contract-bench.ts'
import type { EngineAdapter } from './engine-adapter.ts'

export const stopping = (adapter: EngineAdapter): void => {
  const bench = useBench(adapter)
  const { one, endless } = adapter.drafts
  const [longest = ''] = endless

  describe('cancelling a turn', () => {
    it.each(endless)('stops its query in engine and server: %s', async (draft) => {
      const cancel = new AbortController()
      const running = bench().run(await bench().guard(draft), { signal: cancel.signal })
      const ended = expect(running).rejects.toMatchObject({ name: 'AbortError' })
      await bench().seenRunning()
      cancel.abort()
      await ended
      await bench().seenEnded()
      expect(await bench().rows(one)).toMatchObject({ rowCount: 1 })
    })

    it('before its query starts prevents the query', async () => {
      const query = await bench().guard(longest)
      await expect(bench().run(query, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    })

    it('does not stop queries of other turns', async () => {
      const cancel = new AbortController()
      const other = { organizationId: 2 }
      const stopped = bench().run(await bench().guard(longest), { signal: cancel.signal })
      const query = await bench().guard(adapter.drafts.countOrders, 2)
      cancel.abort()
      const [left, right] = await Promise.allSettled([stopped, bench().run(query, { owner: other })])
      expect([left.status, right.status]).toEqual(['rejected', 'fulfilled'])
    })
  })

  describe('a query that runs again after its worker was presumed dead', () => {
    const turnId = 'a turn that runs twice'
    if (adapter.endsEarlier !== true) {
      it.skip('is not tested: the query process of this engine ends with its worker', () => {})
      return
    }
    it('ends the earlier run on the server, and no query of another turn', async () => {
      const cancel = new AbortController()
      const earlier = endOf(bench().run(await bench().guard(longest), { turnId, signal: cancel.signal }))
      await bench().seenRunning()
      const query = await bench().guard(one)
      await bench().run(query, { turnId: 'another turn', again: true })
      await bench().seenRunning()
      await bench().run(query, { turnId, again: true })
      await bench().seenEnded()
      cancel.abort()
      expect(await earlier).not.toBe('rows')
    })
  })

  const { kill } = adapter
  describe('killing the process or connection of a query', () => {
    if (typeof kill !== 'function') {
      it.skip(`is not tested: ${kill.none}`, () => {})
      return
    }
    it('fails that query with a documented reason, and the next query runs', async () => {
      const separate = await ContractBench.open(adapter)
      const running = endOf(separate.run(await separate.guard(longest)))
      await separate.seenRunning()
      await kill()
      expect(['too_large', 'execution_failed', 'database_unreachable']).toContain(await running)
      expect(await separate.rows(one)).toMatchObject({ rowCount: 1 })
      await separate.close()
    })
  })

  describe('closing an engine', () => {
    it('ends running queries in engine and server', async () => {
      const separate = await ContractBench.open(adapter)
      const running = endOf(separate.run(await separate.guard(longest)))
      await separate.seenRunning()
      await separate.engine.close()
      expect(await running).not.toBe('rows')
      await separate.seenEnded()
      await separate.close()
    })

    it('is idempotent, concurrently and later, before and after use', async () => {
      const engine = adapter.start()
      await Promise.all([engine.close(), engine.close()])
      await engine.close()
      const separate = await ContractBench.open(adapter)
      await separate.rows(one)
      await Promise.all([separate.engine.close(), separate.engine.close()])
      await separate.close()
    })
  })
}

/** How a query ended: `rows`, a reason of refusal or a problem. */
const endOf = async (running: Promise<RunResult>): Promise<string> => {
  try {
    const ran = await running
    return ran.ok ? 'rows' : ran.refusal.reason
  } catch (error) {
    return error instanceof Problem ? error.problem : String(error)
  }
}
