import { once } from 'node:events'
import net, { type Socket } from 'node:net'

/** A fake PostgreSQL server on loopback. */
export interface FakeServer {
  readonly port: number
  /** Bytes written to connections that are closed. */
  readonly sent: () => number
  readonly connections: () => number
  /** Resolves when no client is connected. */
  allDisconnected(): Promise<void>
  close(): Promise<void>
}

/** One message of the protocol. @param length as announced; by default the real length */
export const message = (code: string, body: Buffer = Buffer.alloc(0), length = body.length + 4): Buffer => {
  const header = Buffer.alloc(5)
  header.write(code)
  header.writeUInt32BE(length, 1)
  return Buffer.concat([header, body])
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

export const LOGGED_IN = Buffer.concat([
  message('R', int32(0)),
  message('S', Buffer.from('server_version\x0018.4\0')),
  message('K', Buffer.concat([int32(1), int32(2)])),
  message('Z', Buffer.from('I')),
])

/** Answers a client: `phase` is its TLS request, its startup message, or any later message. */
export type Talk = (socket: Socket, phase: 'tls' | 'startup' | 'more', data: Buffer) => void

export const fakeServer = async (talk: Talk): Promise<FakeServer> => {
  const sockets = new Set<Socket>()
  let [sent, connections] = [0, 0]
  const server = net.createServer((socket) => {
    connections++
    sockets.add(socket)
    let started = false
    socket
      .on('error', () => socket.destroy())
      .on('data', (data) => {
        const phase = isTlsRequest(data) ? 'tls' : started ? 'more' : 'startup'
        started ||= phase === 'startup'
        talk(socket, phase, data)
      })
      .once('close', () => {
        sent += socket.bytesWritten
        sockets.delete(socket)
        server.emit('gone')
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return {
    port: address.port,
    sent: () => sent,
    connections: () => connections,
    async allDisconnected() {
      while (sockets.size > 0) await once(server, 'gone')
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const isTlsRequest = (data: Buffer): boolean => data.length === 8 && data.readInt32BE(4) === 80_877_103

/** Refuses TLS, accepts any login, and then calls `answer` for every message. */
export const afterLogin =
  (answer: (socket: Socket) => void): Talk =>
  (socket, phase) => {
    if (phase === 'tls') socket.write('N')
    else if (phase === 'startup') socket.write(LOGGED_IN)
    else answer(socket)
  }

/** Writes the same bytes, as fast as the client reads them, until the connection is closed. */
export const writeEndlessly = (socket: Socket, bytes: Buffer): void => {
  const send = () => {
    while (!socket.destroyed && socket.write(bytes));
  }
  socket.on('drain', send)
  send()
}
