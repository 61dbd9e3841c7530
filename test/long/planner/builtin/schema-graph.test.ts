import { SchemaGraph } from '../../../../src/planner/builtin/schema/index.ts'
import { numbers } from '../../../planner/builtin/large.ts'
import { HOLD_MS_MAX, threadCostMs } from '../../../support/cost.ts'

const key = (from: string, column: string, to: string) => ({ from, column, to, refColumn: 'id' })

describe('Join path search', () => {
  it('does not block the event loop for any density of keys', async () => {
    for (const [count, keys] of [
      [200, 898],
      [500, 5_000],
      [50, 10_000],
    ] as const) {
      const next = numbers(3)
      const pick = () => `t${next(count)}`
      const graph = new SchemaGraph(
        Array.from({ length: keys }, (_, index) => key(pick(), `c${index}`, pick())),
        count,
      )
      const cost = await threadCostMs(() => graph.path(pick(), pick(), [pick(), pick(), pick()]), 5)
      expect(cost).toBeLessThan(HOLD_MS_MAX)
    }
  })
})
