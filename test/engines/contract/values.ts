import { useBench } from './contract-bench.ts'
import type { EngineAdapter } from './engine-adapter.ts'
import { cells } from './results.ts'

export const values = (adapter: EngineAdapter): void => {
  const bench = useBench(adapter)

  describe('values come as plain JSON:', () => {
    it.each(adapter.values)('$name', async ({ draft, columns, cells: wanted }) => {
      const result = await bench().rows(draft)
      expect(result.columns).toEqual(columns)
      expect(cells(result)).toEqual(wanted)
      expect(JSON.parse(JSON.stringify(result))).toEqual(result)
      expect(result.executionTimeMs).toBeGreaterThanOrEqual(0)
    })
  })
}
