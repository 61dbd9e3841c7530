import type { RunResult } from '../../../src/engines/engine.ts'
import { Problem } from '../../../src/platform/problems/problem.ts'
import { ContractBench, useBench } from './contract-bench.ts'
import type { EngineAdapter } from './engine-adapter.ts'

export const stopping = (adapter: EngineAdapter): void => {
  const bench = useBench(adapter)
  const { one, endless } = adapter.drafts
  const [longest = ''] = endless

  describe('a turn that is cancelled', () => {
    it.each(endless)('stops its query, and nothing of it is alive: %s', async (draft) => {
      const cancel = new AbortController()
      const running = bench().run(await bench().guard(draft), { signal: cancel.signal })
      const ended = expect(running).rejects.toMatchObject({ name: 'AbortError' })
      await bench().seenRunning()
      cancel.abort()
      await ended
      await bench().seenEnded()
      expect(await bench().rows(one)).toMatchObject({ rowCount: 1 })
    })

    it('never starts its query when it was cancelled before', async () => {
      const query = await bench().guard(longest)
      await expect(bench().run(query, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    })

    it('stops only its own', async () => {
      const cancel = new AbortController()
      const other = { organizationId: 2 }
      const stopped = bench().run(await bench().guard(longest), { signal: cancel.signal })
      const query = await bench().guard(adapter.drafts.countOrders, 2)
      cancel.abort()
      const [left, right] = await Promise.allSettled([stopped, bench().run(query, { owner: other })])
      expect([left.status, right.status]).toEqual(['rejected', 'fulfilled'])
    })
  })

  describe('a query that is run again, because whoever ran it was thought dead,', () => {
    const turnId = 'a turn that runs twice'
    if (adapter.endsEarlier !== true) {
      it.skip('not here: what runs a query ends with its worker', () => {})
      return
    }
    it('ends what the server still does for the run before, and nothing of another turn', async () => {
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
  describe('what runs a query is killed', () => {
    if (typeof kill !== 'function') {
      it.skip(`not here: ${kill.none}`, () => {})
      return
    }
    it('and the query has a clear end, and the next one runs', async () => {
      const own = await ContractBench.open(adapter)
      const running = endOf(own.run(await own.guard(longest)))
      await own.seenRunning()
      await kill()
      expect(['too_large', 'execution_failed', 'database_unreachable']).toContain(await running)
      expect(await own.rows(one)).toMatchObject({ rowCount: 1 })
      await own.close()
    })
  })

  describe('an engine that closes', () => {
    it('ends what runs, and leaves nothing alive', async () => {
      const own = await ContractBench.open(adapter)
      const running = endOf(own.run(await own.guard(longest)))
      await own.seenRunning()
      await own.engine.close()
      expect(await running).not.toBe('rows')
      await own.seenEnded()
      await own.close()
    })

    it('may be closed again, at once and later, used or not', async () => {
      const engine = adapter.start()
      await Promise.all([engine.close(), engine.close()])
      await engine.close()
      const own = await ContractBench.open(adapter)
      await own.rows(one)
      await Promise.all([own.engine.close(), own.engine.close()])
      await own.close()
    })
  })
}

/** How a query ended, in one word. */
const endOf = async (running: Promise<RunResult>): Promise<string> => {
  try {
    const ran = await running
    return ran.ok ? 'rows' : ran.refusal.reason
  } catch (error) {
    return error instanceof Problem ? error.problem : String(error)
  }
}
