import { useBench } from './contract-bench.ts'
import type { EngineAdapter } from './engine-adapter.ts'

export const limits = (adapter: EngineAdapter): void => {
  const bench = useBench(adapter)
  const { drafts } = adapter

  describe('S47 a query is limited', () => {
    it('in rows: truncated is true exactly if rows were left out', async () => {
      for (const [rowsMax, rowCount, truncated] of [
        [23, 23, true],
        [24, 24, false],
        [25, 24, false],
      ] as const)
        expect(await bench().rows(drafts.orderIds, { rowsMax })).toMatchObject({ rowCount, truncated })
    })

    it('in bytes: rows without large cells stay within bytesMax, and truncated is true', async () => {
      const all = await bench().rows(drafts.orderIds)
      const bytesMax = Math.floor(Buffer.byteLength(JSON.stringify(all.rows)) / 2)
      const result = await bench().rows(drafts.orderIds, { bytesMax })
      expect(Buffer.byteLength(JSON.stringify(result.rows))).toBeLessThanOrEqual(bytesMax + 2)
      expect(result).toMatchObject({ truncated: true, rowCount: result.rows.length })
      expect(result.rowCount).toBeGreaterThan(5)
      expect(await bench().rows(drafts.orderIds, { bytesMax: 3 })).toMatchObject({ rowCount: 1, truncated: true })
    })

    const { endlessRows } = drafts
    if (endlessRows !== undefined)
      it('in rows: an endless query returns its first rows', async () => {
        expect(await bench().rows(endlessRows, { rowsMax: 10 })).toMatchObject({ rowCount: 10, truncated: true })
      })

    if (drafts.endless.length === 0) it.skip('in time: the available server cannot stop an endless query', () => {})
    else
      it.each(drafts.endless)('in time: %s', async (draft) => {
        const running = bench().run(await bench().guard(draft), { timeoutMs: 300 })
        await expect(running).rejects.toMatchObject({ problem: 'query_timeout' })
        await bench().seenEnded()
      })

    if (drafts.hungry.length === 0) it.skip('in memory: the available server has no memory limit', () => {})
    else
      it.each(drafts.hungry)('in memory: %s', async (draft) => {
        const ran = await bench().run(await bench().guard(draft))
        expect(ran).toMatchObject({
          ok: false,
          refusal: { reason: expect.stringMatching(/^(execution_failed|too_large)$/) },
        })
        expect(await bench().rows(drafts.one)).toMatchObject({ rowCount: 1 })
      })
  })
}
