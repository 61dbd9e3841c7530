import { BSON, type Document } from 'mongodb'
import { mongodbEngine } from '../../../src/engines/mongodb/engine.ts'
import { waitFor } from '../../support/wait-for.ts'
import { never } from '../contract/contract-bench.ts'
import { batch, bodyOf, type FakeServerOptions, fakeServer, message, OP_MSG, type Request } from './fake-server.ts'

const MiB = 1024 * 1024
const UNREACHABLE = { problem: 'database_unreachable' }

interface At {
  readonly connectMs?: number
  readonly user?: string
  readonly signal?: AbortSignal
}

/** Bytes that the servers of one test have sent. */
let sent = 0
beforeEach(() => {
  sent = 0
})

const describeAt = async (options: FakeServerOptions, { connectMs = 20_000, user = '', signal = never() }: At = {}) => {
  const server = await fakeServer(options)
  const engine = mongodbEngine({ allowPrivateHosts: true, connectMs })
  const address = `mongodb://${user}${server.host}/shop`
  const outcome: unknown = await engine.describe(address, signal).catch((error: unknown) => error)
  await engine.close()
  await waitFor('the end of all connections', async () => server.open.size === 0)
  sent += server.sent
  await server.close()
  return outcome
}

const at =
  (command: string, reply: (request: Request) => unknown) =>
  (request: Request): boolean | undefined => {
    if (request.command !== command) return undefined
    reply(request)
    return true
  }

const listing = (reply: (request: Request) => unknown): FakeServerOptions => ({ handle: at('listCollections', reply) })
const raw = (bytes: (id: number) => Buffer) => listing(({ socket, id }) => socket.write(bytes(id)))

const endlessly = (request: Request): void => {
  const chunk = Buffer.alloc(MiB)
  const more = () => {
    while (!request.socket.destroyed && request.socket.write(chunk));
    if (!request.socket.destroyed) request.socket.once('drain', more)
  }
  request.socket.write(message(Buffer.alloc(0), request.id, OP_MSG, 2 ** 31 - 1))
  more()
}

/** Answers a login with a SCRAM challenge of this number of iterations. */
const rounds = (count: number) =>
  at('saslStart', (request) => {
    const start = request.document.payload
    const nonce = /r=([^,]*)/.exec(start.toString('utf8'))?.[1]
    const payload = new BSON.Binary(Buffer.from(`r=${nonce}x,s=QSXCR+Q6sek8bf92,i=${count}`))
    request.answer({ conversationId: 1, done: false, payload, ok: 1 })
  })

describe('a hostile MongoDB server', () => {
  it.each<[string, FakeServerOptions]>([
    ['announces a message of 1 GB', raw((id) => message(Buffer.alloc(0), id, OP_MSG, 1024 * MiB))],
    ['sends endless data', listing(endlessly)],
    ['announces a message smaller than its header', raw((id) => message(Buffer.alloc(0), id, OP_MSG, 3))],
    ['announces a message of negative size', raw((id) => message(Buffer.alloc(0), id, OP_MSG, -1))],
    ['sends a compressed message', raw((id) => message(Buffer.alloc(100), id, 2012))],
    ['sends an invalid document', raw((id) => message(bodyOf(Buffer.from([255, 255, 255, 127, 1, 2])), id))],
    ['sends an empty message', raw((id) => message(Buffer.alloc(0), id))],
    ['sends no cursor', listing((request) => request.answer({ ok: 1 }))],
    ['answers with an error', listing((request) => request.answer({ ok: 0, code: 8, errmsg: 'secret cell' }))],
    ['closes the connection after a command', listing(({ socket }) => socket.destroy())],
    ['speaks another protocol', { connected: (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n') }],
    ['closes the connection at once', { connected: (socket) => socket.destroy() }],
    ['sends a handshake of 1 MB', { greeting: { hosts: Array(1_000).fill('h'.repeat(1_000)), setName: 'x' } }],
    ['is too old', { greeting: { maxWireVersion: 2 } }],
  ])('that %s is database_unreachable before it has sent 80 MiB', async (_, options) => {
    const outcome = await describeAt(options)
    expect(outcome).toMatchObject(UNREACHABLE)
    expect(String(outcome)).not.toContain('secret')
    expect(sent).toBeLessThan(80 * MiB)
  })

  it('that asks for two billion SCRAM iterations is database_unreachable', async () => {
    expect(await describeAt({ handle: rounds(2_000_000_000) }, { user: 'u:p@' })).toMatchObject(UNREACHABLE)
  })

  it('that refuses a login is database_login_failed, without its message', async () => {
    const refusing = at('saslStart', (request) => request.answer({ ok: 0, code: 18, errmsg: 'for u@secret' }))
    const outcome = await describeAt({ handle: refusing }, { user: 'u:p@' })
    expect(outcome).toMatchObject({ problem: 'database_login_failed', message: expect.not.stringContaining('secret') })
  })
})

describe('a MongoDB server that stalls', () => {
  it.each<[string, FakeServerOptions, string]>([
    ['at the handshake', { handle: () => true }, ''],
    ['at the login', { handle: at('saslStart', () => {}) }, 'u:p@'],
  ])('%s is database_connect_timeout', async (_, options, user) => {
    expect(await describeAt(options, { connectMs: 300, user })).toMatchObject({ problem: 'database_connect_timeout' })
  })

  it('at a command ends with AbortError when the turn is cancelled', async () => {
    const turn = new AbortController()
    const outcome = describeAt(
      listing(() => turn.abort()),
      { signal: turn.signal },
    )
    expect(await outcome).toMatchObject({ name: 'AbortError' })
  })
})

describe('described MongoDB documents', () => {
  const collections = (names: readonly string[]) => names.map((name) => ({ name, type: 'collection', options: {} }))
  /** A server with one collection of these documents. */
  const holding = (documents: readonly Document[]): FakeServerOptions => ({
    handle(request) {
      const { command, document } = request
      const replies: Readonly<Record<string, () => Document>> = {
        listCollections: () => batch('$cmd.listCollections', collections(['things'])),
        listIndexes: () => batch('things', [{ v: 2, key: { _id: 1 }, name: '_id_' }]),
        aggregate: () => batch('things', document.pipeline[0].$sample === undefined ? [] : documents),
        count: () => ({ n: documents.length, ok: 1 }),
      }
      const reply = replies[command]
      if (reply !== undefined) request.answer(reply())
      return reply !== undefined
    },
  })
  const pathsOf = async (documents: readonly Document[]): Promise<readonly string[]> => {
    const schema = await describeAt(holding(documents))
    expect(schema).toMatchObject({ tables: [{ name: 'things' }] })
    return JSON.parse(JSON.stringify(schema)).tables[0].columns.map(({ name }: { name: string }) => name)
  }
  const nested = (levels: number): Document => (levels === 0 ? { end: 1 } : { down: nested(levels - 1) })

  it('may have 16 MB, in one value or in many', async () => {
    expect(await pathsOf([{ _id: 1, text: 'x'.repeat(15 * MiB) }])).toEqual(['_id', 'text'])
    expect(await pathsOf([{ _id: 1, list: Array(200_000).fill(1), last: 1 }])).toEqual(['_id', 'list', 'last'])
  })

  it('may be nested 200 levels deep; the first levels become columns', async () => {
    const paths = await pathsOf([{ _id: 1, ...nested(200) }])
    expect(paths.length).toBeGreaterThan(15)
    expect(paths.length).toBeLessThan(25)
  })

  it('may have thousands of keys that are data, which become one path', async () => {
    const keys = (of: number) =>
      Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${of}x${index}`, index]))
    const documents = Array.from({ length: 5 }, (_, of) => ({ _id: of, tenant_id: 1, ...keys(of) }))
    expect((await pathsOf(documents)).toSorted()).toEqual(['<*>', '_id', 'tenant_id'])
    expect((await pathsOf([{ _id: 1, days: keys(1) }])).toSorted()).toEqual(['_id', 'days', 'days.<*>'])
  })

  it('may have field names that no path can express, which are left out', async () => {
    const odd = { 'a.b': 1, $where: 1, '': 1, ['__proto__']: 1, 'tab\t': 1, '<*>': 1, 'plain name': 1 }
    expect(await pathsOf([{ _id: 1, ...odd }])).toEqual(['_id', 'plain name'])
  })
})
