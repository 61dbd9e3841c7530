import { once } from 'node:events'
import net from 'node:net'
import v8 from 'node:v8'
import vm from 'node:vm'
import { connectTemporal } from '../../src/temporal/connection.ts'
import { temporalTurns } from '../../src/temporal/turns.ts'
import { testServers } from '../support/test-servers.ts'

/** A server that takes connections and says nothing. */
const silentServer = async () => {
  const sockets: net.Socket[] = []
  const server = net.createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return {
    address: `127.0.0.1:${address.port}`,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describe('a request to cancel', () => {
  it('says that the service is unavailable when Temporal does not answer, within some seconds', async () => {
    const silent = await silentServer()
    const turns = temporalTurns(
      connectTemporal({ address: silent.address, namespace: 'default', dataConverter: {} }),
      'queue',
    )
    const cancelling = turns.cancel({ turnId: 't', conversationId: 'c', organizationId: 1 })
    await expect(cancelling).rejects.toMatchObject({ problem: 'worker_unavailable', retryAfterS: 5 })
    silent.close()
    await turns.close()
  }, 30_000)
})

describe('a call that has ended', () => {
  it('is kept by nothing: a thousand of them leave no heap behind', async () => {
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
    // Each call would hold some 20 kB.
    expect(held() - before).toBeLessThan(5 * 1024 * 1024)
    await turns.close()
  }, 120_000)
})
