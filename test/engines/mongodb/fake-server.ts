import { once } from 'node:events'
import net, { type Socket } from 'node:net'
import { BSON, type Document } from 'mongodb'

/** A message of a client, with functions to answer it. */
export interface Request {
  readonly command: string
  readonly document: Document
  /** The connection on which it arrived. */
  readonly socket: Socket
  /** Answers with a document. */
  answer(document: Document): void
  /** Answers with any bytes as one message of the protocol. */
  answerBytes(body: Buffer): void
  readonly id: number
}

export interface FakeServer {
  readonly host: string
  /** The address of a database on it. */
  readonly address: string
  /** All requests except handshakes. */
  readonly requests: readonly Request[]
  /** Open connections. */
  readonly open: ReadonlySet<Socket>
  /** Number of connections so far. */
  readonly connections: number
  /** Bytes sent on closed connections. */
  readonly sent: number
  close(): Promise<void>
}

export interface FakeServerOptions {
  /** Handles a request. Handshakes are answered unless this returns `true`. */
  readonly handle?: (request: Request) => boolean | undefined
  readonly greeting?: Document
  /** Called first, as soon as a client connects. */
  readonly connected?: (socket: Socket) => void
}

const HEADER = 16
const OP_QUERY = 2004
export const OP_MSG = 2013

/** The handshake of a server with sessions. */
export const GREETING = {
  ok: 1,
  helloOk: true,
  ismaster: true,
  isWritablePrimary: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  maxWireVersion: 21,
  connectionId: 1,
  readOnly: false,
} as const

/** A message of a server. */
export const message = (body: Buffer, responseTo: number, code = OP_MSG, length = HEADER + body.length): Buffer => {
  const header = Buffer.alloc(HEADER)
  header.writeInt32LE(length, 0)
  header.writeInt32LE(responseTo + 1, 4)
  header.writeInt32LE(responseTo, 8)
  header.writeInt32LE(code, 12)
  return Buffer.concat([header, body])
}

/** The body of a message that holds one document. */
export const bodyOf = (document: Document | Uint8Array): Buffer =>
  Buffer.concat([Buffer.alloc(5), document instanceof Uint8Array ? document : BSON.serialize(document)])

/** A server with the wire protocol of MongoDB whose behaviour a test defines. */
export const fakeServer = async (options: FakeServerOptions = {}): Promise<FakeServer> => {
  const requests: Request[] = []
  const open = new Set<Socket>()
  let [connections, sent] = [0, 0]
  const server = net.createServer((socket) => {
    open.add(socket)
    connections++
    socket
      .on('error', () => {})
      .on('close', () => {
        open.delete(socket)
        sent += socket.bytesWritten
      })
    options.connected?.(socket)
    let rest: Buffer = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
        const whole = rest.subarray(0, rest.readInt32LE(0))
        rest = rest.subarray(whole.length)
        handle(socket, whole)
      }
    })
  })
  const handle = (socket: Socket, bytes: Buffer): void => {
    const [id, isQuery] = [bytes.readInt32LE(4), bytes.readInt32LE(12) === OP_QUERY]
    // OP_QUERY has the collection, the skip and the limit before its document.
    const start = isQuery ? bytes.indexOf(0, HEADER + 4) + 1 + 8 : HEADER + 5
    const document = BSON.deserialize(bytes.subarray(start), { allowObjectSmallerThanBufferSize: true })
    const [command = ''] = Object.keys(document)
    const request: Request = {
      command,
      document,
      socket,
      id,
      answer: (reply) =>
        void socket.write(
          isQuery ? message(Buffer.concat([oneDocument(), BSON.serialize(reply)]), id, 1) : message(bodyOf(reply), id),
        ),
      answerBytes: (body) => void socket.write(message(body, id)),
    }
    const isGreeting = ['hello', 'ismaster', 'isMaster'].includes(command)
    if (!isGreeting) requests.push(request)
    if (options.handle?.(request) === true) return
    if (isGreeting) request.answer({ ...GREETING, ...options.greeting })
    else if (command === 'endSessions' || command === 'killCursors' || command === 'ping') request.answer({ ok: 1 })
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const host = `127.0.0.1:${address.port}`
  return {
    host,
    address: `mongodb://${host}/shop`,
    requests,
    open,
    get connections() {
      return connections
    },
    get sent() {
      return sent
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The OP_REPLY header: flags, cursor, start and number of documents. */
const oneDocument = (): Buffer => {
  const head = Buffer.alloc(20)
  head.writeInt32LE(1, 16)
  return head
}

/** A reply with an exhausted cursor. */
export const batch = (collection: string, documents: readonly Document[], cursorId = 0): Document => ({
  cursor: { firstBatch: documents, id: BSON.Long.fromNumber(cursorId), ns: `shop.${collection}` },
  ok: 1,
})
