import type { Document } from 'mongodb'
import { mongodbEngine } from '../../../src/engines/mongodb/engine.ts'
import type { GuardRules } from '../../../src/guard/guard-rules.ts'
import { never } from '../contract/contract-bench.ts'
import { accepted } from '../contract/results.ts'
import { batch, type FakeServer, fakeServer } from './fake-server.ts'

const engine = mongodbEngine({ allowPrivateHosts: true, connectMs: 20_000 })
const servers: FakeServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
afterAll(() => engine.close())

const column = (name: string) => ({ name, type: 'string', nullable: true })
/** The policy shows `pin`; no other field with a secret name is described. */
const RULES: GuardRules = {
  schema: {
    engine: 'mongodb',
    tables: [
      {
        name: 'people',
        columns: ['_id', 'name', 'auth.kind', 'pin', 'devices.label', 'scores.<*>'].map(column),
        primaryKey: ['_id'],
        foreignKeys: [],
      },
    ],
  },
  policy: { version: 1, engine: 'mongodb', tables: { people: { mode: 'shared', show: ['pin'] } } },
  restriction: {},
}

/** The rows of a query that the server answers with these documents. */
const rowsOf = async (draft: object, ...documents: readonly Document[]) => {
  const server = await fakeServer({
    handle(request) {
      const isQuery = request.command === 'aggregate' || request.command === 'find'
      if (isQuery) request.answer(batch('people', documents))
      return isQuery
    },
  })
  servers.push(server)
  const query = accepted(await engine.guard(JSON.stringify({ collection: 'people', ...draft }), RULES))
  const limits = { timeoutMs: 20_000, rowsMax: 10, bytesMax: 10_000, turnId: 'turn-7', owner: { organizationId: 1 } }
  const ran = await engine.run(server.address, query, { ...limits, signal: never() })
  return ran.ok ? ran.result.rows : ran
}

const STORED = {
  _id: 'a',
  name: 'Ann',
  pin: '4711',
  api_secret: 'hush',
  auth: { kind: 'mail', password: 'hush' },
  devices: [{ label: 'phone', token: 'hush' }],
  scores: { monday: 3, reset_token: 'hush' },
  extra: { deep: [{ privateKey: 'hush', colour: 'red' }] },
}
const SHOWN = {
  _id: 'a',
  name: 'Ann',
  pin: '4711',
  auth: { kind: 'mail' },
  devices: [{ label: 'phone' }],
  scores: { monday: 3 },
  extra: { deep: [{ colour: 'red' }] },
}

describe('undescribed MongoDB fields with secret names', () => {
  it('are left out of whole documents, at any depth', async () => {
    expect(await rowsOf({ filter: {} }, STORED)).toEqual([SHOWN])
    expect(await rowsOf({ pipeline: [{ $limit: 3 }] }, STORED)).toEqual([SHOWN])
  })

  it('are left out of documents that a query embeds in others', async () => {
    const pipeline = [{ $group: { _id: null, all: { $push: '$$ROOT' } } }]
    expect(await rowsOf({ pipeline }, { _id: null, all: [STORED] })).toEqual([{ _id: null, all: [SHOWN] }])
  })

  it('are left out of the result of $objectToArray', async () => {
    const pipeline = [{ $project: { all: { $objectToArray: '$$ROOT' } } }]
    const all = [
      { k: 'name', v: 'Ann' },
      { k: 'api_secret', v: 'hush' },
    ]
    expect(await rowsOf({ pipeline }, { _id: 'a', all })).toEqual([
      { _id: 'a', all: [{ k: 'name', v: 'Ann' }, { k: 'api_secret' }] },
    ])
  })

  it('are left out of large documents that are shortened', async () => {
    const long = 'x'.repeat(30_000)
    const inner = {
      ...STORED,
      long,
      pairs: [
        { v: 'hush', k: 'api_secret' },
        { v: long, k: 'api_secret' },
      ],
    }
    const [row = {}] = [await rowsOf({ filter: {} }, { _id: 'a', name: long, scores: inner, extra: inner })].flat()
    expect(JSON.stringify(row)).toContain('monday')
    expect(JSON.stringify(row)).not.toContain('hush')
    const [pair = {}] = [
      await rowsOf({ filter: {} }, { _id: 'a', extra: { all: [{ v: `hush${long}`, k: 'api_secret' }] } }),
    ].flat()
    expect(JSON.stringify(pair)).not.toContain('hush')
  })

  it('cannot be used as keys of a path whose keys are data', async () => {
    const guarded = await engine.guard('{"collection":"people","filter":{"scores.reset_token":"x"}}', RULES)
    expect(guarded).toMatchObject({ ok: false, refusal: { reason: 'unknown_path' } })
    const visible = await engine.guard('{"collection":"people","filter":{"scores.monday":3}}', RULES)
    expect(visible.ok).toBe(true)
  })

  it('do not affect computed fields with such names', async () => {
    const pipeline = [{ $group: { _id: '$auth.kind', password_resets: { $sum: 1 } } }]
    expect(await rowsOf({ pipeline }, { _id: 'mail', password_resets: 7 })).toEqual([
      { _id: 'mail', password_resets: 7 },
    ])
  })
})
