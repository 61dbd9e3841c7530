import type { Socket } from 'node:net'
import { postgresEngine } from '../../../src/engines/postgres/engine.ts'
import { never } from '../contract/contract-bench.ts'
import { endlessly, type FakeServer, fakeServer, LOGGED_IN, lettingIn, message, type Talk } from './fake-server.ts'

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
  const told = await engine.describe(`postgres://u:secret@127.0.0.1:${server.port}/x`, signal).catch((error) => error)
  await server.allGone()
  await engine.close()
  return told
}

describe('S42 a server that is none', () => {
  it.each<[string, Talk]>([
    ['sends a malformed row description', lettingIn((socket) => socket.write(message('T', Buffer.from([127, 255]))))],
    [
      'sends a message that is shorter than its header',
      lettingIn((socket) => socket.write(message('D', undefined, 0))),
    ],
    ['sends a message of no known kind', lettingIn((socket) => socket.write(message('\x01', Buffer.alloc(9))))],
    ['announces a message of 1 GB', lettingIn((socket) => socket.write(message('C', undefined, 1024 * MiB)))],
    ['announces a message of 4 GB', lettingIn((socket) => socket.write(message('S', undefined, 4096 * MiB - 1)))],
    [
      'announces a row of 1 GB',
      lettingIn((socket) => socket.write(Buffer.concat([FIELDS, message('D', undefined, 1024 * MiB)]))),
    ],
    ['speaks another protocol', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['hangs up at once', (socket) => socket.destroy()],
    ['hangs up at the first statement', lettingIn((socket) => socket.destroy())],
    ['ends at the first statement', lettingIn((socket) => socket.end())],
    [
      'asks for a password in a way of its own',
      (socket, said) => socket.write(said === 'tls' ? 'N' : message('R', Buffer.from([0, 0, 0, 9]))),
    ],
    [
      'sends more than one byte before TLS',
      (socket, said) => socket.write(said === 'tls' ? Buffer.concat([Buffer.from('S'), LOGGED_IN]) : ''),
    ],
  ])('and %s is unreachable, and breaks nothing here', async (_, talk) => {
    expect(await describeAt(talk)).toMatchObject({ problem: 'database_unreachable' })
  })

  it.each<[string, Talk]>([
    ['before anybody logs in', (socket, said) => (said === 'tls' ? socket.write('N') : endlessly(socket, NOTICE))],
    ['at the first statement', lettingIn((socket) => endlessly(socket, NOTICE))],
    ['of rows', lettingIn((socket) => endlessly(socket, ROWS))],
  ])('and sends without end %s is cut off', async (_, talk) => {
    expect(await describeAt(talk)).toMatchObject({ problem: 'database_unreachable' })
    expect(server.sent()).toBeLessThan(80 * MiB)
  })
})

describe('S42 a server that stalls', () => {
  it.each<[string, Talk]>([
    ['at the request for TLS', () => {}],
    ['in TLS', (socket, said) => said === 'tls' && socket.write('S')],
    ['at the login', (socket, said) => said === 'tls' && socket.write('N')],
    ['in the middle of a message', (socket, said) => socket.write(said === 'tls' ? 'N' : LOGGED_IN.subarray(0, 12))],
    ['after the login', lettingIn(() => {})],
  ])('%s is given up', async (_, talk) => {
    expect(await describeAt(talk, 300)).toMatchObject({ problem: 'database_connect_timeout' })
  })

  it('at a statement is given up with the turn that waits for it', async () => {
    const turn = new AbortController()
    let statements = 0
    const talk = lettingIn((socket) => {
      // The first statement asks for types.
      if (statements++ === 0) socket.write(Buffer.concat([DONE, READY]))
      else turn.abort()
    })
    expect(await describeAt(talk, 20_000, turn.signal)).toMatchObject({ name: 'AbortError' })
    // The second connection asked to cancel.
    expect(server.connections()).toBe(2)
  })
  it('is asked to cancel by one who stays until it closes: poolers drop the request of who does not', async () => {
    const turn = new AbortController()
    const cancelled = Promise.withResolvers<boolean>()
    let statements = 0
    const letIn = lettingIn((socket) => {
      if (statements++ === 0) socket.write(Buffer.concat([DONE, READY]))
      else turn.abort()
    })
    const talk: Talk = (socket, said, data) => {
      if (data.length !== 16) return letIn(socket, said, data)
      let isThere = true
      socket.once('end', () => {
        isThere = false
      })
      // A pooler looks for the server first, and then passes the request on.
      setTimeout(() => {
        cancelled.resolve(isThere)
        socket.end()
      }, 100)
    }
    await describeAt(talk, 20_000, turn.signal)
    expect(await cancelled.promise).toBe(true)
  })

  it('is asked to cancel again where the statement was overtaken by the request, which then stops nothing', async () => {
    const turn = new AbortController()
    let [statements, requests] = [0, 0]
    let asked: Socket | undefined
    const letIn = lettingIn((socket) => {
      asked = socket
      if (statements++ === 0) socket.write(Buffer.concat([DONE, READY]))
      else turn.abort()
    })
    const talk: Talk = (socket, said, data) => {
      if (data.length !== 16) return letIn(socket, said, data)
      if (++requests === 2) asked?.write(Buffer.concat([CANCELLED, READY]))
      socket.end()
    }
    expect(await describeAt(talk, 20_000, turn.signal)).toMatchObject({ name: 'AbortError' })
    expect(requests).toBe(2)
  })
})
