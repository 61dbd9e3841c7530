import type { Document } from 'mongodb'
import { mongodbEngine } from '../../../src/engines/mongodb/engine.ts'
import { describeWithMongod, mongodbServer, stopMongodbServer } from '../../support/mongodb-server.ts'
import { never } from '../contract/contract-bench.ts'
import { ODD_COMMENTS } from '../contract/odd-comments.ts'
import { batch, type FakeServer, fakeServer } from './fake-server.ts'

const engine = mongodbEngine({ allowPrivateHosts: true, connectMs: 20_000 })
const servers: FakeServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
afterAll(async () => {
  await engine.close()
  await stopMongodbServer()
})

/** A server with one collection that has a validator and a document. */
const validating = async (validator: unknown): Promise<FakeServer> => {
  const listed = [{ name: 'orders', type: 'collection', options: { validator } }]
  const server = await fakeServer({
    handle({ command, document, answer }) {
      const replies: Readonly<Record<string, () => Document>> = {
        listCollections: () => batch('$cmd.listCollections', listed),
        aggregate: () => batch('orders', document.pipeline[0].$sort === undefined ? [{ _id: 1, total: 5 }] : []),
        count: () => ({ n: 1, ok: 1 }),
        listIndexes: () => batch('orders', []),
      }
      const reply = replies[command]?.()
      if (reply !== undefined) answer(reply)
      return reply !== undefined
    },
  })
  servers.push(server)
  return server
}

const ODD = Object.fromEntries(
  [...ODD_COMMENTS, ['x'.repeat(1_000_000), `${'x'.repeat(299)}…`] as const].map(([description, kept], index) => [
    index === 0 ? '"; DROP' : `f${index}`,
    { bsonType: 'string', description, kept },
  ]),
)
const SCHEMA = {
  bsonType: 'object',
  description: 'What was sold',
  properties: {
    ...Object.fromEntries(Object.entries(ODD).map(([name, { kept: _, ...field }]) => [name, field])),
    total: { bsonType: 'int', title: 'In cents' },
    items: {
      bsonType: 'array',
      description: 'Lines',
      items: { bsonType: 'object', properties: { sku: { bsonType: 'string', description: 'Of the shop' } } },
    },
    bare: { bsonType: 'string' },
  },
}

describe('descriptions in a MongoDB validator', () => {
  const commentsAt = async (address: string) => {
    const [orders] = (await engine.describe(address, never())).tables
    const fields = orders?.columns.map(({ name, comment }) => [name, comment] as const)
    return { comment: orders?.comment, fields: Object.fromEntries(fields ?? []) }
  }
  const expected = {
    comment: 'What was sold',
    fields: {
      _id: undefined,
      total: 'In cents',
      bare: undefined,
      items: 'Lines',
      'items.sku': 'Of the shop',
      ...Object.fromEntries(Object.entries(ODD).map(([name, { kept }]) => [name, kept])),
    },
  }

  it('become comments of the collection and its fields, on one line and shortened', async () => {
    expect(await commentsAt((await validating({ $jsonSchema: SCHEMA })).address)).toEqual(expected)
  })

  it('are kept separately from the sampled columns', async () => {
    const { address } = await validating({ $jsonSchema: SCHEMA })
    const [orders] = (await engine.describe(address, never())).tables
    expect(orders?.declared?.find(({ name }) => name === 'items.sku')).toEqual({
      name: 'items.sku',
      type: 'string',
      nullable: true,
      arrays: ['items'],
      comment: 'Of the shop',
    })
    expect(orders?.declared?.some(({ name }) => name === '_id')).toBe(false)
  })

  it('are ignored if they are not texts', async () => {
    const properties = { total: { bsonType: 'int', description: { $gt: '' } } }
    const { address } = await validating({ $jsonSchema: { description: 7, properties } })
    expect(await commentsAt(address)).toEqual({ comment: undefined, fields: { _id: undefined, total: undefined } })
  })

  describeWithMongod('of a real mongod', () => {
    it('become the same comments', async () => {
      const { admin, address, newName } = await mongodbServer()
      const database = newName()
      await admin.db(database).createCollection('orders', { validator: { $jsonSchema: SCHEMA } })
      expect(await commentsAt(address(database))).toEqual(expected)
    })
  })
})
