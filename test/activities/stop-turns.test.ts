import { MockActivityEnvironment } from '@temporalio/testing'
import { stopTurns } from '../../activities/stop-turns.ts'
import type { RemovalWorkflows } from '../../src/temporal/removals.ts'

describe('stopping the turns of an organization', () => {
  it('cancels each running workflow once, including those that start when another ends', async () => {
    const running = new Set(['turn', 'slow turn'])
    const asked: string[] = []
    const removals: RemovalWorkflows = {
      async stop(_organizationId, how, onEach, signalled = new Set()) {
        for (const run of [...running].filter((one) => !signalled.has(one))) {
          asked.push(`${how} ${run}`)
          signalled.add(run)
          if (run !== 'slow turn') running.delete(run)
          // The end of a cancelled turn is delivered to webhooks.
          if (run === 'turn') running.add('delivery')
          onEach()
        }
      },
      async running() {
        const count = running.size
        if (asked.includes('cancel delivery')) running.delete('slow turn')
        return count
      },
      start: async () => {},
      eraseHistories: async () => ({ erased: 0, more: false }),
    }
    const step = stopTurns({ observe: () => undefined, temporal: { removals } })
    await new MockActivityEnvironment().run(step, { organizationId: 1 })
    expect(asked).toEqual(['cancel turn', 'cancel slow turn', 'cancel delivery'])
  })
})
