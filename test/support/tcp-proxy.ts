import { once } from 'node:events'
import net from 'node:net'

/** A way to a server that can be taken away. */
export interface TcpProxy {
  readonly port: number
  /** Ends every connection and refuses new ones. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** Listens on loopback and passes every byte on to `port` there. */
export const tcpProxy = async (port: number): Promise<TcpProxy> => {
  const sockets = new Set<net.Socket>()
  let away = false
  const keep = (socket: net.Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
  }
  const server = net.createServer((client) => {
    keep(client)
    if (away) return client.destroy()
    const upstream = net.connect({ host: '127.0.0.1', port })
    keep(upstream)
    client.pipe(upstream).pipe(client)
    client.once('close', () => upstream.destroy())
    upstream.once('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  const drop = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    cut() {
      away = true
      drop()
    },
    mend() {
      away = false
    },
    async close() {
      server.close()
      drop()
      await once(server, 'close')
    },
  }
}
