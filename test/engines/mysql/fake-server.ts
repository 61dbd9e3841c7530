import { once } from 'node:events'
import net from 'node:net'

/** How a fake server answers a client; without a method, it answers as a normal server does. */
export interface FakeBehaviour {
  /** Replaces the greeting. */
  greet?(socket: net.Socket): void
  /** Replaces the acceptance of the login. */
  admit?(wire: Wire): void
  /** @returns whether it answered */
  answer?(wire: Wire, command: number, text: string): boolean
  readonly sqlMode?: string
}

export interface FakeServer {
  readonly port: number
  /** All bytes that clients sent. */
  received(): Buffer
  /** Bytes written to clients. */
  sent(): number
  connections(): number
  close(): Promise<void>
}

export const PREPARE = 0x16
export const EXECUTE = 0x17

const MODE = 'STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'

const lenenc = (text: string): Buffer => Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)])

/** Packets to one client, with the sequence numbers of the protocol. */
export class Wire {
  readonly socket: net.Socket
  #sequence = 0

  constructor(socket: net.Socket) {
    this.socket = socket
  }

  answerTo(sequence: number): void {
    this.#sequence = (sequence + 1) % 256
  }

  packet(body: Buffer): boolean {
    const head = Buffer.alloc(4)
    head.writeUIntLE(body.length, 0, 3)
    head[3] = this.#sequence
    this.#sequence = (this.#sequence + 1) % 256
    return this.socket.write(Buffer.concat([head, body]))
  }

  ok(): void {
    this.packet(Buffer.from([0, 0, 0, 2, 0, 0, 0]))
  }

  end(): void {
    this.packet(Buffer.from([0xfe, 0, 0, 2, 0]))
  }

  column(name: string): boolean {
    const tail = Buffer.from([0x0c, 0x2d, 0, 0, 1, 0, 0, 0xfd, 0, 0, 0, 0, 0])
    return this.packet(
      Buffer.concat([lenenc('def'), lenenc(''), lenenc(''), lenenc(''), lenenc(name), lenenc(name), tail]),
    )
  }

  /** A result in the text protocol. */
  rows(columns: readonly string[], rows: readonly (readonly string[])[]): void {
    this.packet(Buffer.from([columns.length]))
    for (const name of columns) this.column(name)
    this.end()
    for (const row of rows) this.packet(Buffer.concat(row.map(lenenc)))
    this.end()
  }

  /** The answer to the preparation of a statement with one column. */
  prepared(): void {
    this.packet(Buffer.from([0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
    this.column('x')
    this.end()
  }
}

const GREETING = Buffer.concat([
  ...[Buffer.from([10]), Buffer.from('8.0.0-fake\0'), Buffer.from([7, 0, 0, 0]), Buffer.from('abcdefgh\0')],
  ...[Buffer.from([0x09, 0x82, 0x2d, 2, 0, 0x08, 0, 21]), Buffer.alloc(10), Buffer.from('ijklmnopqrst\0')],
  Buffer.from('mysql_native_password\0'),
])

/** A server on loopback that speaks just enough of the protocol to mislead a client. */
export const fakeServer = async (behaviour: FakeBehaviour): Promise<FakeServer> => {
  const sockets = new Set<net.Socket>()
  const received: Buffer[] = []
  let [sent, connections] = [0, 0]
  const server = net.createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      sockets.delete(socket)
      sent += socket.bytesWritten
    })
    const wire = new Wire(socket)
    let isLoggedIn = false
    let rest = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      received.push(chunk)
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= 4 && rest.length >= 4 + rest.readUIntLE(0, 3)) {
        const body = rest.subarray(4, 4 + rest.readUIntLE(0, 3))
        wire.answerTo(rest[3] ?? 0)
        rest = rest.subarray(4 + body.length)
        if (isLoggedIn) answer(wire, body, behaviour)
        else if (behaviour.admit !== undefined) behaviour.admit(wire)
        else {
          isLoggedIn = true
          wire.ok()
        }
      }
    })
    if (behaviour.greet === undefined) wire.packet(GREETING)
    else behaviour.greet(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return {
    port: address.port,
    received: () => Buffer.concat(received),
    sent: () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, sent),
    connections: () => connections,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

const answer = (wire: Wire, body: Buffer, behaviour: FakeBehaviour): void => {
  const text = body.subarray(1).toString()
  if (behaviour.answer?.(wire, body[0] ?? 0, text)) return
  if (text.startsWith('SELECT @@sql_mode'))
    wire.rows(
      ['m', 'z', 'c', 'i', 'v', 'l', 'p'],
      [[behaviour.sqlMode ?? MODE, '+00:00', 'utf8mb4', '7', '8.0.0-fake', '0', '16777216']],
    )
  else if (text.startsWith('SHOW')) wire.rows(['a', 'b'], [])
  else if (body[0] === PREPARE) wire.prepared()
  else if (body[0] === EXECUTE) wire.rows(['x'], [])
  else if (body[0] === 0x19) return
  else wire.ok()
}

/** Calls `send` repeatedly, as fast as the client reads, until the connection is closed. */
export const forever = (socket: net.Socket, send: () => boolean): void => {
  const more = () => {
    while (!socket.destroyed && send());
  }
  socket.on('drain', more)
  more()
}
