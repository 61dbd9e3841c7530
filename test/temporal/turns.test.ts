import { once } from 'node:events'
import net from 'node:net'
import { connectTemporal } from '../../src/temporal/connection.ts'
import { temporalTurns } from '../../src/temporal/turns.ts'

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
