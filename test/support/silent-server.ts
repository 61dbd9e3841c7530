import { once } from 'node:events'
import net from 'node:net'

export interface SilentServer {
  /** `host:port` */
  readonly address: string
  /** Resolves when a client has connected. */
  readonly connected: Promise<unknown>
  close(): void
}

/** A server that takes connections and says nothing. */
export const silentServer = async (): Promise<SilentServer> => {
  const sockets: net.Socket[] = []
  const server = net.createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return {
    connected: once(server, 'connection'),
    address: `127.0.0.1:${address.port}`,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
