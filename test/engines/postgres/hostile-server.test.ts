import type { Socket } from 'node:net'
import { postgresEngine } from '../../../src/engines/postgres/engine.ts'
import { never } from '../contract/contract-bench.ts'
import {
  afterLogin,
  type FakeServer,
  fakeServer,
  LOGGED_IN,
  message,
  type Talk,
  writeEndlessly,
} from './fake-server.ts'

const MiB = 1024 * 1024
const NOTICE = message('N', Buffer.from(`SNOTICE\0M${'x'.repeat(10_000)}\0\0`))
const FIELD = Buffer.concat([Buffer.from('t\0'), Buffer.alloc(18)])
const FIELDS = message('T', Buffer.concat([Buffer.from([0, 1]), FIELD]))
const ROW = message('D', Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 4]), Buffer.from('cell')]))
const DONE = message('C', Buffer.from('SELECT 0\0'))
const READY = message('Z', Buffer.from('I'))
const CANCELLED = message('E', Buffer.from('SERROR\0C57014\0Mcanceled\0\0'))
const ROWS = Buffer.concat([FIELDS, ...Array.from({ length: 1_000 }, () => ROW)])

let server: FakeServer
afterEach(() => server.close())

const describeAt = async (talk: Talk, connectMs = 20_000, signal = never()): Promise<unknown> => {
  server = await fakeServer(talk)
  const engine = postgresEngine({ allowPrivateHosts: true, connectMs })
  const result = await engine.describe(`postgres://u:secret@127.0.0.1:${server.port}/x`, signal).catch((error) => error)
  await server.allDisconnected()
  await engine.close()
  return result
}

describe('S42 malformed PostgreSQL server', () => {
  it.each<[string, Talk]>([
    ['sends a malformed row description', afterLogin((socket) => socket.write(message('T', Buffer.from([127, 255]))))],
    [
      'sends a message that is shorter than its header',
      afterLogin((socket) => socket.write(message('D', undefined, 0))),
    ],
    ['sends a message of an unknown type', afterLogin((socket) => socket.write(message('\x01', Buffer.alloc(9))))],
    ['announces a message of 1 GB', afterLogin((socket) => socket.write(message('C', undefined, 1024 * MiB)))],
    ['announces a message of 4 GB', afterLogin((socket) => socket.write(message('S', undefined, 4096 * MiB - 1)))],
    [
      'announces a row of 1 GB',
      afterLogin((socket) => socket.write(Buffer.concat([FIELDS, message('D', undefined, 1024 * MiB)]))),
    ],
    ['speaks another protocol', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['resets the connection at once', (socket) => socket.destroy()],
    ['resets the connection at the first statement', afterLogin((socket) => socket.destroy())],
    ['ends the connection at the first statement', afterLogin((socket) => socket.end())],
    [
      'requests an unknown authentication method',
      (socket, phase) => socket.write(phase === 'tls' ? 'N' : message('R', Buffer.from([0, 0, 0, 9]))),
    ],
    [
      'sends more than one byte before TLS',
      (socket, phase) => socket.write(phase === 'tls' ? Buffer.concat([Buffer.from('S'), LOGGED_IN]) : ''),
    ],
  ])('is reported as unreachable if it %s', async (_, talk) => {
    expect(await describeAt(talk)).toMatchObject({ problem: 'database_unreachable' })
  })

  it.each<[string, Talk]>([
    [
      'notices before the login',
      (socket, phase) => (phase === 'tls' ? socket.write('N') : writeEndlessly(socket, NOTICE)),
    ],
    ['notices at the first statement', afterLogin((socket) => writeEndlessly(socket, NOTICE))],
    ['rows', afterLogin((socket) => writeEndlessly(socket, ROWS))],
  ])('is disconnected if it sends endless %s', async (_, talk) => {
    expect(await describeAt(talk)).toMatchObject({ problem: 'database_unreachable' })
    expect(server.sent()).toBeLessThan(80 * MiB)
  })
})

describe('S42 stalled PostgreSQL server', () => {
  it.each<[string, Talk]>([
    ['at the TLS request', () => {}],
    ['in the TLS handshake', (socket, phase) => phase === 'tls' && socket.write('S')],
    ['at the login', (socket, phase) => phase === 'tls' && socket.write('N')],
    ['in the middle of a message', (socket, phase) => socket.write(phase === 'tls' ? 'N' : LOGGED_IN.subarray(0, 12))],
    ['after the login', afterLogin(() => {})],
  ])('fails with a connect timeout %s', async (_, talk) => {
    expect(await describeAt(talk, 300)).toMatchObject({ problem: 'database_connect_timeout' })
  })

  it('at a statement is abandoned and asked to cancel when the turn is aborted', async () => {
    const turn = new AbortController()
    let statements = 0
    const talk = afterLogin((socket) => {
      // The first statement reads types.
      if (statements++ === 0) socket.write(Buffer.concat([DONE, READY]))
      else turn.abort()
    })
    expect(await describeAt(talk, 20_000, turn.signal)).toMatchObject({ name: 'AbortError' })
    // The second connection is the cancel request.
    expect(server.connections()).toBe(2)
  })

  it('receives the cancel request on a connection that stays open until the server closes it, as poolers require', async () => {
    const turn = new AbortController()
    const cancelled = Promise.withResolvers<boolean>()
    let statements = 0
    const acceptLogin = afterLogin((socket) => {
      if (statements++ === 0) socket.write(Buffer.concat([DONE, READY]))
      else turn.abort()
    })
    const talk: Talk = (socket, phase, data) => {
      if (data.length !== 16) return acceptLogin(socket, phase, data)
      let isOpen = true
      socket.once('end', () => {
        isOpen = false
      })
      // A pooler looks up the server before it forwards the request.
      setTimeout(() => {
        cancelled.resolve(isOpen)
        socket.end()
      }, 100)
    }
    await describeAt(talk, 20_000, turn.signal)
    expect(await cancelled.promise).toBe(true)
  })

  it('receives a second cancel request if the first one arrived before the statement and had no effect', async () => {
    const turn = new AbortController()
    let [statements, requests] = [0, 0]
    let statementSocket: Socket | undefined
    const acceptLogin = afterLogin((socket) => {
      statementSocket = socket
      if (statements++ === 0) socket.write(Buffer.concat([DONE, READY]))
      else turn.abort()
    })
    const talk: Talk = (socket, phase, data) => {
      if (data.length !== 16) return acceptLogin(socket, phase, data)
      if (++requests === 2) statementSocket?.write(Buffer.concat([CANCELLED, READY]))
      socket.end()
    }
    expect(await describeAt(talk, 20_000, turn.signal)).toMatchObject({ name: 'AbortError' })
    expect(requests).toBe(2)
  })
})
