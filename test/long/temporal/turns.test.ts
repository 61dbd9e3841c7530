import v8 from 'node:v8'
import vm from 'node:vm'
import { connectTemporal } from '../../../src/temporal/connection.ts'
import { temporalTurns } from '../../../src/temporal/turns.ts'
import { testServers } from '../../support/test-servers.ts'

describe('Completed Temporal call', () => {
  it('is garbage collected: 1,000 calls do not grow the heap', async () => {
    v8.setFlagsFromString('--expose-gc')
    const collect: () => void = vm.runInNewContext('gc')
    const turns = temporalTurns(
      connectTemporal({ address: testServers().temporalAddress, namespace: 'default', dataConverter: {} }),
      'queue',
    )
    const cancel = async (count: number): Promise<void> => {
      for (let call = 0; call < count; call++)
        await turns.cancel({ turnId: `t${call}`, conversationId: 'c', organizationId: 1 })
    }
    const held = (): number => {
      collect()
      const { heapUsed, arrayBuffers } = process.memoryUsage()
      return heapUsed + arrayBuffers
    }
    await cancel(200)
    const before = held()
    await cancel(1_000)
    // A leaked call would hold about 20 kB.
    expect(held() - before).toBeLessThan(5 * 1024 * 1024)
    await turns.close()
  }, 120_000)
})
