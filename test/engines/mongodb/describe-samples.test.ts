import { setImmediate as soon } from 'node:timers/promises'
import type { Document } from 'mongodb'
import { mongodbEngine } from '../../../src/engines/mongodb/engine.ts'
import type { GuardedQuery } from '../../../src/guard/guarded-query.ts'
import type { Schema } from '../../../src/guard/schema.ts'
import { never } from '../contract/contract-bench.ts'
import { batch, fakeServer } from './fake-server.ts'

const engine = mongodbEngine({ allowPrivateHosts: true, connectMs: 20_000 })
afterAll(() => engine.close())

const NAMES = Array.from({ length: 9 }, (_, nth) => `c${nth}`)
const SCHEMA: Schema = {
  engine: 'mongodb',
  tables: NAMES.map((name) => ({
    name,
    primaryKey: ['_id'],
    foreignKeys: [],
    columns: ['_id', 'shop'].map((path) => ({ name: path, type: 'int', nullable: false })),
  })),
}
const RULES = {
  schema: SCHEMA,
  policy: {
    version: 1 as const,
    engine: 'mongodb',
    tenant: { column: 'shop', type: 'integer' as const },
    tables: { '*': { mode: 'tenant' as const } },
  },
  restriction: { tenant: { type: 'integer' as const, value: 1n } },
}

const sample = async (name: string): Promise<GuardedQuery> => {
  const draft = engine.dialect.documents?.draftSample(name, { documentsMax: 50, newest: true }) ?? ''
  const result = await engine.guard(draft, RULES)
  if (!result.ok) throw new Error(result.refusal.hint)
  return result.query
}

/** @param batchSize number of requests that are answered together, until all of `NAMES` were requested */
const answering = (reply: (name: string) => Document, batchSize = 1) => {
  const queries: Document[] = []
  const waiting: (() => void)[] = []
  let [running, most] = [0, 0]
  const server = fakeServer({
    handle({ command, document, answer }) {
      if (command !== 'find') return false
      queries.push(document)
      most = Math.max(most, ++running)
      waiting.push(() => {
        running--
        answer(reply(String(document.find)))
      })
      if (waiting.length < batchSize && queries.length < NAMES.length) return true
      // By then, a request beyond the limit would have arrived.
      void soon()
        .then(() => soon())
        .then(() => {
          for (const next of waiting.splice(0)) next()
        })
      return true
    },
  })
  return { server, queries, most: () => most }
}

describe('the description of MongoDB collections by guarded queries', () => {
  it('runs only these queries, filtered, limited and four at a time, and infers columns from their documents', async () => {
    const { server, queries, most } = answering(
      (name) =>
        batch(
          name,
          name === 'c1'
            ? []
            : [
                { _id: 1, shop: 1, lines: [{ sku: 'a' }, {}] },
                { _id: 2, shop: 1 },
              ],
        ),
      4,
    )
    const { address, close } = await server
    const samples = await Promise.all(NAMES.map(sample))
    const { tables } = await engine.describe(address, never(), undefined, undefined, samples)
    await close()
    expect(tables.map(({ name }) => name)).toEqual(NAMES)
    expect(tables[0]).toEqual({
      name: 'c0',
      primaryKey: ['_id'],
      foreignKeys: [],
      columns: [
        { name: '_id', type: 'int', nullable: false },
        { name: 'shop', type: 'int', nullable: false },
        { name: 'lines', type: 'object', nullable: true, arrays: ['lines'] },
        { name: 'lines.sku', type: 'string', nullable: true, arrays: ['lines'] },
      ],
    })
    expect(tables[1]?.columns).toEqual([])
    expect(queries.map(({ filter, limit, sort }) => [filter.shop.$eq, limit, sort])).toEqual(
      NAMES.map(() => [1, 50, { _id: -1 }]),
    )
    expect(most()).toBe(4)
  })

  it('treats a query that the server rejects as one without documents', async () => {
    const { server } = answering((name) =>
      name === 'c1' ? { ok: 0, code: 13, errmsg: 'not authorized' } : batch(name, [{ _id: 1 }]),
    )
    const { address, close } = await server
    const samples = await Promise.all(['c0', 'c1'].map(sample))
    const { tables } = await engine.describe(address, never(), undefined, undefined, samples)
    await close()
    expect(tables.map(({ columns }) => columns.length)).toEqual([1, 0])
  })

  it('rejects a query that its guard did not create', async () => {
    const made = { ...(await sample('c0')) }
    const describing = engine.describe('mongodb://127.0.0.1:1/shop', never(), undefined, undefined, [made])
    await expect(describing).rejects.toMatchObject({ problem: 'internal' })
  })
})
