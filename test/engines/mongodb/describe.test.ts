import { setImmediate as soon } from 'node:timers/promises'
import type { Document } from 'mongodb'
import { mongodbEngine } from '../../../src/engines/mongodb/engine.ts'
import { never } from '../contract/contract-bench.ts'
import { batch, fakeServer } from './fake-server.ts'

const engine = mongodbEngine({ allowPrivateHosts: true, connectMs: 20_000 })
afterAll(() => engine.close())

const REPLIES: Readonly<Record<string, (collection: string) => Document>> = {
  listCollections: (name) =>
    batch(
      name,
      ['customers', 'orders', 'shops'].map((one) => ({ name: one, type: 'collection' })),
    ),
  aggregate: (name) => batch(name, [{ _id: 1, customer_id: 1, shop_id: 1 }]),
  find: (name) => batch(name, [{ _id: 1 }]),
  count: () => ({ n: 3_000_000, ok: 1 }),
  listIndexes: (name) => batch(name, []),
}

it('the description of a MongoDB database sends one command at a time, each with a time limit and a document limit', async () => {
  const commands: Document[] = []
  let [running, most] = [0, 0]
  const server = await fakeServer({
    handle({ command, document, answer }) {
      const reply = REPLIES[command]?.(String(document[command]))
      if (reply === undefined) return false
      commands.push(document)
      most = Math.max(most, ++running)
      // A concurrent command would arrive before this answer.
      void soon()
        .then(() => soon())
        .then(() => {
          running--
          answer(reply)
        })
      return true
    },
  })
  const { tables } = await engine.describe(server.address, never())
  await server.close()
  expect(tables.map(({ name, rowCount }) => [name, rowCount])).toEqual(
    ['customers', 'orders', 'shops'].map((name) => [name, 3_000_000]),
  )
  expect(tables[1]?.foreignKeys).toHaveLength(2)
  expect(most).toBe(1)
  expect(commands.filter(({ maxTimeMS }) => !(maxTimeMS > 0 && maxTimeMS <= 30_000))).toEqual([])
  const stages = commands.flatMap(({ pipeline = [], find, limit }) =>
    find === undefined ? pipeline : [{ $limit: limit }],
  )
  const drawn = stages.map(({ $sample, $limit, $sort }) => $sample?.size ?? $limit ?? $sort)
  expect(drawn.every((many) => many <= 200 || many._id === -1)).toBe(true)
  expect(new Set(commands.flatMap((document) => Object.keys(document).slice(0, 1)))).toEqual(
    new Set(Object.keys(REPLIES)),
  )
})
