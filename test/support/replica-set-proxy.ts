import { once } from 'node:events'
import net from 'node:net'
import mongoose from 'mongoose'
import { type Fault, isAboutWrites, isWrite, refusal, unacknowledged, verbOf } from './replica-set/faults.ts'
import { type Document, type Message, readMessages, replyTo } from './replica-set/wire.ts'

const { BSON } = mongoose.mongo

/** Where something goes wrong. */
export interface Rule {
  readonly fault: Fault
  /** From which command on, counted from now; 0 is the next one. */
  readonly from: number
  /** How many commands in a row; a driver sends most of them once again by itself. */
  readonly times: number
}

export interface SeenCommand {
  /** `insert audit` */
  readonly name: string
  readonly isWrite: boolean
  /** Whether it says how long it may take, or wait for its majority. */
  readonly isBounded: boolean
}

/** A replica set of one, played before a store that is none. */
export interface ReplicaSetProxy {
  /** Of a database in it. */
  uri(database: string): string
  /** The commands that came since the last rule, greetings aside. */
  readonly seen: readonly SeenCommand[]
  /** Forgets what was seen, and lets the rule hold; without one, all goes well. */
  rule(rule?: Rule): void
  /** Every write from now on is carried out and acknowledged by no majority; or all is as it should be again. */
  loseMajority(lost: boolean, haste?: number): void
  /** Removes the primary from now on, or restores it. */
  stepDown(down: boolean): void
  close(): Promise<void>
}

export interface ReplicaSetOptions {
  /** How much of the time that a write may wait for its majority does pass. */
  readonly haste?: number
}

const GREETINGS: ReadonlySet<string> = new Set(['hello', 'ismaster', 'isMaster'])
const UNCOUNTED: ReadonlySet<string> = new Set(['ping', 'endSessions', 'killCursors'])
const SET = 'rs0'
const WAITS_FOR_NONE = 0x7f_ff_ff_ff

/**
 * Speaks the wire protocol on loopback: greets as the primary of a set, remembers by session and number what it has answered
 * retryable writes, as the server does, and does to commands what its rules say. All else is the store's at `port`.
 */
export const replicaSetProxy = async (
  port: number,
  { haste: usual = 1 }: ReplicaSetOptions = {},
): Promise<ReplicaSetProxy> => {
  const sockets = new Set<net.Socket>()
  const answered = new Map<string, Document>()
  const electionId = new BSON.ObjectId()
  let seen: SeenCommand[] = []
  let current: Rule | undefined
  let isDown = false
  let isLost = false
  let haste = usual
  const keep = (socket: net.Socket): void => {
    sockets.add(socket.setNoDelay())
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
  }

  const greeting = (reply: Document): Document => ({
    ...reply,
    ismaster: !isDown,
    isWritablePrimary: !isDown,
    secondary: isDown,
    helloOk: true,
    ok: 1,
    setName: SET,
    setVersion: 1,
    hosts: [me()],
    me: me(),
    ...(isDown ? {} : { primary: me(), electionId }),
    logicalSessionTimeoutMinutes: 30,
  })
  const faultOf = (command: Document): Fault | undefined => {
    if (isDown) return { kind: 'refused', code: 10_107 }
    if (isLost && isWrite(command)) return { kind: 'no majority' }
    const index = seen.length - 1
    if (current === undefined || index < current.from || index >= current.from + current.times) return undefined
    return isWrite(command) || !isAboutWrites(current.fault) ? current.fault : undefined
  }

  const server = net.createServer((client) => {
    const upstream = net.connect({ host: '127.0.0.1', port })
    keep(client)
    keep(upstream)
    client.once('close', () => upstream.destroy())
    upstream.once('close', () => client.destroy())
    const waiting = new Map<number, (reply: Document) => void>()
    readMessages(upstream, ({ responseTo, body }) => waiting.get(responseTo)?.(body))
    const carriedOut = async ({ requestId, bytes, body }: Message): Promise<Document> => {
      const { lsid, txnNumber } = body
      const key = txnNumber === undefined ? undefined : BSON.EJSON.stringify([lsid, txnNumber])
      const before = key === undefined ? undefined : answered.get(key)
      if (before !== undefined) return before
      const reply = await new Promise<Document>((resolve) => {
        waiting.set(requestId, resolve)
        upstream.write(bytes)
      })
      waiting.delete(requestId)
      if (key !== undefined) answered.set(key, reply)
      return reply
    }
    const answer = async (message: Message): Promise<Document | 'cut'> => {
      const { body } = message
      const verb = verbOf(body)
      // The store knows the older name.
      if (GREETINGS.has(verb)) return greeting(await greeted())
      if (UNCOUNTED.has(verb)) return isDown ? refusal(body, 10_107) : { ok: 1 }
      seen.push({ name: `${verb} ${String(body[verb])}`, isWrite: isWrite(body), isBounded: isBounded(body) })
      const fault = faultOf(body)
      if (fault?.kind === 'refused') return refusal(body, fault.code)
      if (fault?.kind === 'cut before') return 'cut'
      const reply = await carriedOut(message)
      if (fault?.kind === 'cut after') return 'cut'
      if (fault?.kind === 'write concern') return unacknowledged(body, reply, fault.code)
      if (fault?.kind !== 'no majority' || waitMs(body) === 0) return reply
      await passed(client, waitMs(body) * haste)
      return unacknowledged(body, reply, 64)
    }
    readMessages(client, (message) => {
      void answer(message).then((reply) => {
        if (reply === 'cut') client.destroy()
        else if (client.writable) client.write(replyTo(message, reply))
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  const me = (): string => `127.0.0.1:${address.port}`
  const direct = await mongoose.mongo.MongoClient.connect(`mongodb://127.0.0.1:${port}/?maxPoolSize=1`)
  const greeted = (): Promise<Document> => direct.db('admin').command({ isMaster: 1 })
  return {
    uri: (database) => `mongodb://${me()}/${database}?replicaSet=${SET}`,
    get seen() {
      return seen
    },
    rule(rule) {
      seen = []
      current = rule
    },
    loseMajority(lost, share = usual) {
      isLost = lost
      haste = share
    },
    stepDown(down) {
      isDown = down
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await Promise.all([once(server, 'close'), direct.close()])
    },
  }
}

/** For how long a write waits for a majority, in ms: without a limit for ever, and not at all where it wants none. */
const waitMs = ({ writeConcern }: Document): number => {
  const wanted = typeof writeConcern === 'object' && writeConcern !== null ? writeConcern : {}
  if ('w' in wanted && typeof wanted.w === 'number' && wanted.w <= 1) return 0
  return 'wtimeout' in wanted && typeof wanted.wtimeout === 'number' ? wanted.wtimeout : WAITS_FOR_NONE
}

/** The next documents of a read have its time; and an index is made however long that takes. */
const UNBOUNDED: ReadonlySet<string> = new Set(['getMore', 'createIndexes'])

const isBounded = (command: Document): boolean => {
  if (UNBOUNDED.has(verbOf(command))) return true
  const waits = waitMs(command)
  return isWrite(command) ? waits !== WAITS_FOR_NONE : typeof command.maxTimeMS === 'number'
}

/** After so many ms, or when the client has gone. */
const passed = async (client: net.Socket, ms: number): Promise<void> => {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, Math.min(ms, WAITS_FOR_NONE))
  client.once('close', () => over.resolve())
  await over.promise
  clearTimeout(timer)
}
