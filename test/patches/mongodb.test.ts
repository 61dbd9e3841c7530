import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { setImmediate as nextRound } from 'node:timers/promises'
import { execa } from 'execa'
import type { Connection } from 'mongoose'
import { connectStore } from '../../src/store/connection.ts'
import { type TcpProxy, tcpProxy } from '../support/tcp-proxy.ts'
import { testServers } from '../support/test-servers.ts'

let proxy: TcpProxy
let store: Connection
beforeEach(async () => {
  proxy = await tcpProxy(Number(new URL(testServers().mongoUri).port))
  store = await connectStore(`mongodb://127.0.0.1:${proxy.port}/closed?directConnection=true`, 3_000)
})
afterEach(async () => {
  await store.close(true)
  await proxy.close()
})

/** Both ends of a connection within this process. */
const pair = async (): Promise<readonly [net.Socket, net.Socket]> => {
  const server = net.createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  const near = net.connect(address.port, '127.0.0.1')
  const [[far]] = await Promise.all([once(server, 'connection'), once(near, 'connect')])
  server.close()
  return [near, far]
}

const ping = async () => await store.db?.command({ ping: 1 })

/** Rounds of the event loop after the close has arrived: half closed, destroyed, and closed. */
const ROUNDS = [0, 1, 2, 3]

describe('MongoDB command on closing connections', () => {
  it.each(ROUNDS)(
    'fails %i rounds of the event loop after the close has arrived, and the driver reconnects',
    async (rounds) => {
      await Promise.all([ping(), ping(), ping()])
      const [near, far] = await pair()
      // Data sent after the connections were closed is read in the same round as the close.
      const arrived = once(near, 'data')
      proxy.cut()
      far.write('now')
      await arrived
      for (let round = 0; round < rounds; round++) await nextRound()
      await expect(Promise.all([ping(), ping(), ping()])).rejects.toMatchObject({
        name: expect.stringMatching(/^Mongo/),
      })
      proxy.mend()
      await expect(ping()).resolves.toMatchObject({ ok: 1 })
      for (const end of [near, far]) end.destroy()
    },
  )
})

describe('Another version of the MongoDB driver', () => {
  it('is not patched', async () => {
    // In a separate process, since the driver of this one is patched.
    const script = `
      import { createRequire } from 'node:module'
      import { patchMongodb } from ${JSON.stringify(new URL('../../src/platform/patches/mongodb.ts', import.meta.url).href)}
      const { Connection } = createRequire(process.cwd() + '/')('mongodb/lib/cmap/connection.js')
      const own = Connection.prototype.writeCommand
      const isOwn = () => Connection.prototype.writeCommand === own
      const found = []
      patchMongodb('7.8.1')
      found.push(isOwn())
      patchMongodb()
      found.push(isOwn())
      const patched = Connection.prototype.writeCommand
      patchMongodb()
      found.push(Connection.prototype.writeCommand === patched)
      console.log(JSON.stringify(found))`
    const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: path.join(import.meta.dirname, '../..'),
    })
    expect(JSON.parse(stdout)).toEqual([true, false, true])
  })
})
