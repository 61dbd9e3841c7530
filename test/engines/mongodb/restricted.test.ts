import type { Document } from 'mongodb'
import { mongodbEngine } from '../../../src/engines/mongodb/engine.ts'
import type { GuardRules } from '../../../src/guard/guard-rules.ts'
import { never } from '../contract/contract-bench.ts'
import { accepted } from '../contract/results.ts'
import { batch, type FakeServer, fakeServer, type Request } from './fake-server.ts'

const engine = mongodbEngine({ allowPrivateHosts: true, connectMs: 20_000 })
const servers: FakeServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
afterAll(() => engine.close())

const answering = async (replyTo: (request: Request) => Document | undefined): Promise<FakeServer> => {
  const server = await fakeServer({
    handle(request) {
      const reply = replyTo(request)
      if (reply !== undefined) request.answer(reply)
      return reply !== undefined
    },
  })
  servers.push(server)
  return server
}

const UNAUTHORIZED = { ok: 0, code: 13, codeName: 'Unauthorized', errmsg: 'not authorized on secret' }

describe('the description for a MongoDB user with access to some collections', () => {
  /** Answers as MongoDB 7 answers such a user. */
  const restricted = (readable: readonly Document[]) =>
    answering(({ command, document }) => {
      switch (command) {
        case 'listCollections':
          if (document.authorizedCollections !== true || document.nameOnly !== true) return UNAUTHORIZED
          return batch('$cmd.listCollections', readable)
        case 'aggregate':
          return batch(document.aggregate, document.pipeline[0].$sort === undefined ? [{ _id: 1, total: 5 }] : [])
        case 'count':
          return { n: 1, ok: 1 }
        case 'listIndexes':
          return UNAUTHORIZED
        default:
          return undefined
      }
    })

  it('has these collections and views', async () => {
    const { address } = await restricted([
      { name: 'orders', type: 'collection' },
      { name: 'big_orders', type: 'view' },
    ])
    const { tables } = await engine.describe(address, never())
    expect(tables.map(({ name, view }) => [name, view ?? false])).toEqual([
      ['big_orders', true],
      ['orders', false],
    ])
    expect(tables.map(({ columns }) => columns.map(({ name }) => name))).toEqual([
      ['_id', 'total'],
      ['_id', 'total'],
    ])
  })

  it('is rejected with a hint to grant the role read if there is none', async () => {
    const { address } = await restricted([])
    const error: unknown = await engine.describe(address, never()).catch((error: unknown) => error)
    expect(error).toMatchObject({
      problem: 'database_login_failed',
      message: expect.stringMatching(/^The user of the address may not read this database: grant it the role read/),
    })
    expect(String(error)).not.toContain('secret')
  })
})

describe('a MongoDB view with a default collation', () => {
  /** A view that refuses every other collation, as MongoDB does. */
  const view = () =>
    answering(({ command, document }) => {
      if (command !== 'aggregate' && command !== 'find') return undefined
      if (document.collation !== undefined)
        return { ok: 0, code: 167, codeName: 'OptionNotSupportedOnView', errmsg: 'secret' }
      return batch('orders', [{ _id: 1 }])
    })

  const rulesFor = (type: 'integer' | 'string'): GuardRules => ({
    schema: {
      engine: 'mongodb',
      tables: ['orders', 'shops'].map((name) => ({
        name,
        columns: [
          { name: '_id', type: 'int', nullable: false },
          { name: 'tenant_id', type: type === 'integer' ? 'int' : 'string', nullable: false },
        ],
        primaryKey: ['_id'],
        foreignKeys: [],
        view: true,
      })),
    },
    policy: {
      version: 1,
      engine: 'mongodb',
      tenant: { column: 'tenant_id', type },
      tables: { orders: { mode: 'tenant' }, shops: { mode: 'tenant' } },
    },
    restriction: { tenant: type === 'integer' ? { type, value: 1n } : { type, value: 'A' } },
  })
  const run = async (draft: string, type: 'integer' | 'string') => {
    const server = await view()
    const query = accepted(await engine.guard(draft, rulesFor(type)))
    const limits = { timeoutMs: 20_000, rowsMax: 10, bytesMax: 10_000, turnId: 'turn-7', owner: { organizationId: 1 } }
    const ran = await engine.run(server.address, query, { ...limits, signal: never() })
    const queries = server.requests.filter(({ command }) => command === 'aggregate' || command === 'find')
    return { ran, collations: queries.map(({ document }) => document.collation?.locale ?? 'its own') }
  }

  it.each(['{"collection":"orders","filter":{}}', '{"collection":"orders","pipeline":[{"$project":{"_id":1}}]}'])(
    'is read with that collation if owners are numbers, which collations do not affect: %s',
    async (draft) => {
      const { ran, collations } = await run(draft, 'integer')
      expect(ran).toMatchObject({ ok: true, result: { rows: [{ _id: 1 }] } })
      expect(collations).toEqual(['simple', 'its own'])
    },
  )

  it.each([
    ['owners are texts, which a collation may equate', '{"collection":"orders","filter":{}}', 'string'],
    [
      'a lookup may compare texts',
      '{"collection":"orders","pipeline":[{"$lookup":{"from":"shops","localField":"_id","foreignField":"_id","as":"s"}}]}',
      'integer',
    ],
  ] as const)('is not read with that collation if %s', async (_, draft, type) => {
    const { ran, collations } = await run(draft, type)
    expect(ran).toMatchObject({ ok: false, refusal: { hint: expect.stringContaining('its own collation') } })
    expect(JSON.stringify(ran)).not.toContain('secret')
    expect(collations).toEqual(['simple'])
  })
})
