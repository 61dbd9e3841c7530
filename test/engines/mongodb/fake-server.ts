import { once } from 'node:events'
import net, { type Socket } from 'node:net'
import { BSON, type Document } from 'mongodb'

/** One message of a client, and how to answer it. */
export interface Request {
  readonly command: string
  readonly document: Document
  /** On which of the server's connections it came. */
  readonly socket: Socket
  /** Answers with a document. */
  answer(document: Document): void
  /** Answers with bytes of any kind, as one message of the protocol. */
  answerBytes(body: Buffer): void
  readonly id: number
}

export interface FakeServer {
  readonly host: string
  /** The address of a database on it. */
  readonly address: string
  /** Every request that came, without those of greetings. */
  readonly requests: readonly Request[]
  /** Connections that are open. */
  readonly open: ReadonlySet<Socket>
  /** How many there have been. */
  readonly connections: number
  /** Bytes that were sent on those that are closed. */
  readonly sent: number
  close(): Promise<void>
}

export interface FakeServerOptions {
  /** What is done with a request; greetings are answered unless this says `true`. */
  readonly handle?: (request: Request) => boolean | undefined
  readonly greeting?: Document
  /** Before anything else, as soon as somebody connects. */
  readonly connected?: (socket: Socket) => void
}

const HEADER = 16
const OP_QUERY = 2004
export const OP_MSG = 2013

/** A greeting of a server that knows sessions. */
export const GREETING = {
  ...{ ok: 1, helloOk: true, ismaster: true, isWritablePrimary: true, maxBsonObjectSize: 16_777_216 },
  ...{ maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000, logicalSessionTimeoutMinutes: 30 },
  ...{ minWireVersion: 0, maxWireVersion: 21, connectionId: 1, readOnly: false },
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

/** A server that speaks the protocol of MongoDB, and does what a test wants of it. */
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
    // A query names its collection, and how much is skipped and wanted, before its document.
    const start = isQuery ? bytes.indexOf(0, HEADER + 4) + 1 + 8 : HEADER + 5
    const document = BSON.deserialize(bytes.subarray(start), { allowObjectSmallerThanBufferSize: true })
    const [command = ''] = Object.keys(document)
    const request: Request = {
      ...{ command, document, socket, id },
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
    ...{ host, address: `mongodb://${host}/shop`, requests, open },
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

/** Flags, cursor, place and number of documents of an old reply. */
const oneDocument = (): Buffer => {
  const head = Buffer.alloc(20)
  head.writeInt32LE(1, 16)
  return head
}

/** A reply that ends a cursor at once. */
export const batch = (collection: string, documents: readonly Document[], cursorId = 0): Document => ({
  cursor: { firstBatch: documents, id: BSON.Long.fromNumber(cursorId), ns: `shop.${collection}` },
  ok: 1,
})
