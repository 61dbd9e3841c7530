import { mongodbEngine } from '../../../src/engines/mongodb/engine.ts'
import type { GuardRules } from '../../../src/guard/guard-rules.ts'
import type { GuardedQuery } from '../../../src/guard/guarded-query.ts'
import { waitFor } from '../../support/wait-for.ts'
import { never } from '../contract/contract-bench.ts'
import { accepted } from '../contract/results.ts'
import { batch, type FakeServer, fakeServer, type Request } from './fake-server.ts'

/** These tests check the commands on the wire. */
const engine = mongodbEngine({ allowPrivateHosts: true, connectMs: 20_000 })
let server: FakeServer
afterEach(() => server.close())
afterAll(() => engine.close())

const RULES: GuardRules = {
  schema: {
    engine: 'mongodb',
    tables: [
      {
        name: 'orders',
        columns: [
          { name: '_id', type: 'int', nullable: false },
          { name: 'tenant_id', type: 'int', nullable: false },
        ],
        primaryKey: ['_id'],
        foreignKeys: [],
      },
    ],
  },
  policy: {
    version: 1,
    engine: 'mongodb',
    tenant: { column: 'tenant_id', type: 'integer' },
    tables: { orders: { mode: 'tenant' } },
  },
  restriction: { tenant: { type: 'integer', value: 1n } },
}

const guarded = async (draft = '{"collection":"orders","pipeline":[{"$count":"n"}]}'): Promise<GuardedQuery> =>
  accepted(await engine.guard(draft, RULES))

const LIMITS = { timeoutMs: 20_000, rowsMax: 10, bytesMax: 10_000, turnId: 'turn-7', owner: { organizationId: 1 } }

const isReading = ({ command }: Request): boolean => command === 'aggregate' || command === 'find'
const reading = (): Request | undefined => server.requests.find(isReading)

/** A server that never answers queries. */
const stalling = () => fakeServer({ handle: (request) => isReading(request) || answered(request) })

const answered = (request: Request): boolean | undefined => {
  if (request.command !== 'killSessions') return undefined
  request.answer({ ok: 1 })
  return true
}

describe('a MongoDB query', () => {
  it.each(['{"collection":"orders","pipeline":[{"$count":"n"}]}', '{"collection":"orders","filter":{"_id":7}}'])(
    'has a time limit, a turn id as comment, a session, and no disk use: %s',
    async (draft) => {
      server = await fakeServer({
        handle(request) {
          if (!isReading(request)) return undefined
          request.answer(batch('orders', [{ n: 1 }]))
          return true
        },
      })
      const ran = await engine.run(server.address, await guarded(draft), { ...LIMITS, signal: never() })
      expect(ran).toMatchObject({ ok: true, result: { rows: [{ n: 1 }] } })
      const { document } = reading() ?? {}
      expect(document).toMatchObject({
        comment: 'tabletalk turn-7',
        allowDiskUse: false,
        collation: { locale: 'simple' },
        lsid: expect.anything(),
      })
      expect(document?.maxTimeMS).toBeGreaterThan(1)
      expect(document?.maxTimeMS).toBeLessThanOrEqual(20_000)
    },
  )

  it('that is cancelled is stopped on the server: its connection is closed and its session killed', async () => {
    server = await stalling()
    const cancel = new AbortController()
    const running = engine.run(server.address, await guarded(), { ...LIMITS, signal: cancel.signal })
    const ended = expect(running).rejects.toMatchObject({ name: 'AbortError' })
    const request = await waitFor('the query', async () => reading())
    cancel.abort()
    await ended
    expect(request.socket.destroyed || !server.open.has(request.socket)).toBe(true)
    const kill = server.requests.find(({ command }) => command === 'killSessions')
    expect(kill?.document.killSessions).toEqual([request.document.lsid])
    expect(kill?.socket).not.toBe(request.socket)
  })

  it('that exceeds the time of a fast slot is stopped on the server while no slow slot is free', async () => {
    server = await fakeServer({
      handle(request) {
        if (!isReading(request)) return answered(request)
        if (request.document.comment === 'tabletalk turn-7') request.answer(batch('orders', [{ n: 1 }]))
        return true
      },
    })
    const query = await guarded()
    const stop = new AbortController()
    const owner = { organizationId: 1, kind: 'database', tenantId: '1', keyId: 'public', scopeId: 'ann' } as const
    const long = { ...LIMITS, turnId: 'long', fastMs: 0, waitMs: 60_000, timeoutMs: 60_000, signal: stop.signal, owner }
    let stopped = 0
    const onStopped = () => (stopped += 1)
    const ends = Array.from({ length: 12 }, () =>
      engine.run(server.address, query, { ...long, onStopped }).catch(() => undefined),
    )
    await waitFor('the stop of all but one', async () => stopped === 11)
    for (const other of [owner, { ...owner, scopeId: 'bob' }, { ...owner, tenantId: '2' }, { organizationId: 2 }])
      expect(await engine.run(server.address, query, { ...LIMITS, owner: other, signal: never() })).toMatchObject({
        ok: true,
      })
    const sessions = (requests: readonly Request[]) => requests.map(({ document }) => JSON.stringify(document.lsid))
    const requests = server.requests.filter(({ document }) => document.comment === 'tabletalk long')
    const killed = server.requests
      .filter(({ command }) => command === 'killSessions')
      .flatMap(({ document }) => document.killSessions)
      .map((session) => JSON.stringify(session))
    expect(sessions(requests).filter((session) => !killed.includes(session))).toHaveLength(1)
    await expect(engine.run(server.address, query, { ...long, waitMs: 0 })).rejects.toMatchObject({ problem: 'busy' })
    stop.abort()
    await Promise.all(ends)
  })

  it('that times out is stopped on the server', async () => {
    server = await stalling()
    const running = engine.run(server.address, await guarded(), { ...LIMITS, timeoutMs: 1_500, signal: never() })
    await expect(running).rejects.toMatchObject({ problem: 'query_timeout' })
    expect(server.requests.map(({ command }) => command)).toContain('killSessions')
    expect(reading()?.document.maxTimeMS).toBeLessThanOrEqual(1_500)
  })

  it('that the server stops is reported by its error code, without the message of the server', async () => {
    for (const [code, wanted] of [
      [50, { problem: 'query_timeout' }],
      [11_601, { problem: 'database_unreachable' }],
      [292, { ok: false, refusal: { reason: 'too_large' } }],
      [241, { ok: false, refusal: { reason: 'invalid_query', repairable: true } }],
      [40_324, { ok: false, refusal: { reason: 'invalid_query', repairable: true } }],
      [999_999, { ok: false, refusal: { reason: 'execution_failed', repairable: false } }],
    ] as const) {
      server = await fakeServer({
        handle(request) {
          if (!isReading(request)) return undefined
          request.answer({ ok: 0, code, errmsg: 'cannot convert "secret cell"', codeName: 'Secret' })
          return true
        },
      })
      const limits = { ...LIMITS, signal: never() }
      const outcome = await engine.run(server.address, await guarded(), limits).catch((error: unknown) => error)
      expect(outcome).toMatchObject(wanted)
      expect(JSON.stringify(outcome) + String(outcome)).not.toMatch(/secret/i)
      await server.close()
    }
    server = await fakeServer()
  })

  it('fetches no batch beyond the row limit, and closes its cursor', async () => {
    const rows = Array.from({ length: 11 }, (_, index) => ({ n: index }))
    server = await fakeServer({
      handle(request) {
        if (!isReading(request)) return undefined
        request.answer(batch('orders', rows, 99))
        return true
      },
    })
    const ran = await engine.run(server.address, await guarded(), { ...LIMITS, signal: never() })
    expect(ran).toMatchObject({ ok: true, result: { rowCount: 10, truncated: true } })
    const commands = server.requests.map(({ command }) => command)
    expect(commands).not.toContain('getMore')
    expect(commands).toContain('killCursors')
  })

  it('is database_unreachable if the server closes the connection', async () => {
    server = await fakeServer({
      handle(request) {
        if (!isReading(request)) return undefined
        request.socket.destroy()
        return true
      },
    })
    const running = engine.run(server.address, await guarded(), { ...LIMITS, signal: never() })
    await expect(running).rejects.toMatchObject({ problem: 'database_unreachable' })
  })
})

describe('closing the MongoDB engine', () => {
  it('ends running queries and closes all connections', async () => {
    server = await stalling()
    const separate = mongodbEngine({ allowPrivateHosts: true })
    const query = accepted(await separate.guard('{"collection":"orders","pipeline":[]}', RULES))
    const running = separate.run(server.address, query, { ...LIMITS, signal: never() })
    const ended = expect(running).rejects.toMatchObject({ problem: 'database_unreachable' })
    await waitFor('the query', async () => reading())
    await separate.close()
    await ended
    await waitFor('the end of all connections', async () => server.open.size === 0)
  })
})
