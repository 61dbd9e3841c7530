import type { Socket } from 'node:net'
import mongoose from 'mongoose'

const { BSON } = mongoose.mongo

export type Document = Record<string, unknown>

/** One message of MongoDB's wire protocol, as far as a driver that negotiates no compression sends it. */
export interface Message {
  readonly requestId: number
  readonly responseTo: number
  readonly body: Document
  /** `query` is the older form, in which drivers greet. */
  readonly form: 'message' | 'query' | 'reply'
  /** As it was read. */
  readonly bytes: Buffer
}

const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013
const HEADER = 16

/** 64-bit numbers stay what they are: drivers insist on the type of a cursor, and no number of a session is rounded. */
const document = (bytes: Buffer, at: number): Document => BSON.deserialize(bytesAt(bytes, at), { promoteLongs: false })

const bytesAt = (bytes: Buffer, at: number): Buffer => bytes.subarray(at, at + bytes.readInt32LE(at))

const parse = (bytes: Buffer): Message => {
  const common = { requestId: bytes.readInt32LE(4), responseTo: bytes.readInt32LE(8), bytes }
  const code = bytes.readInt32LE(12)
  if (code === OP_QUERY) return { ...common, form: 'query', body: document(bytes, bytes.indexOf(0, HEADER + 4) + 9) }
  if (code === OP_REPLY) return { ...common, form: 'reply', body: document(bytes, HEADER + 20) }
  if (code !== OP_MSG) throw new Error(`no message of a driver: ${code}`)
  return { ...common, form: 'message', body: sections(bytes) }
}

/** The body, and lists of documents that were sent beside it under the name of the field that they are. */
const sections = (bytes: Buffer): Document => {
  let body: Document = {}
  for (let at = HEADER + 4; at < bytes.length; ) {
    const kind = bytes.readUInt8(at)
    const size = bytes.readInt32LE(at + 1)
    if (kind === 0) body = { ...body, ...document(bytes, at + 1) }
    else {
      const named = bytes.indexOf(0, at + 5)
      const list: Document[] = []
      for (let next = named + 1; next < at + 1 + size; next += bytes.readInt32LE(next)) list.push(document(bytes, next))
      body = { ...body, [bytes.toString('utf8', at + 5, named)]: list }
    }
    at += 1 + size
  }
  return body
}

/** Calls `take` with each whole message that a socket brings. */
export const readMessages = (socket: Socket, take: (message: Message) => void): void => {
  let waiting: Buffer = Buffer.alloc(0)
  socket.on('data', (piece) => {
    waiting = Buffer.concat([waiting, typeof piece === 'string' ? Buffer.from(piece) : piece])
    while (waiting.length >= 4 && waiting.length >= waiting.readInt32LE(0)) {
      const whole = waiting.subarray(0, waiting.readInt32LE(0))
      waiting = waiting.subarray(whole.length)
      take(parse(whole))
    }
  })
}

/** What answers a request in the form that it was made in. */
export const replyTo = ({ requestId, form }: Message, body: Document): Buffer => {
  const bson = BSON.serialize(body)
  const before = form === 'query' ? Buffer.alloc(20) : Buffer.alloc(5)
  // One document, from the first.
  if (form === 'query') before.writeInt32LE(1, 16)
  const header = Buffer.alloc(HEADER)
  header.writeInt32LE(HEADER + before.length + bson.length, 0)
  header.writeInt32LE(0, 4)
  header.writeInt32LE(requestId, 8)
  header.writeInt32LE(form === 'query' ? OP_REPLY : OP_MSG, 12)
  return Buffer.concat([header, before, bson])
}
