import { randomUUID } from 'node:crypto'
import { type Collection, MongoClient } from 'mongodb'
import { testServers } from '../../support/test-servers.ts'

interface Thing {
  readonly _id: string
  readonly organizationId: number
  readonly applied: readonly string[]
}

const [FEW, MANY, BATCH] = [20, 30_000, 2_000]
/** A collection scan would be a hundred times slower, and a busy machine is rarely ten times slower. */
const GROWTH_MAX = 10

let client: MongoClient
beforeAll(async () => {
  client = await MongoClient.connect(testServers().mongoUri)
})
afterAll(() => client.close())

const collectionOf = async (size: number): Promise<Collection<Thing>> => {
  const collection = client.db(`t${randomUUID().replaceAll('-', '')}`).collection<Thing>('things')
  for (let from = 0; from < size; from += BATCH)
    await collection.insertMany(
      Array.from({ length: Math.min(BATCH, size - from) }, (_, index) => ({
        _id: `thing-${from + index}`,
        organizationId: 1 + (index % 2),
        applied: [],
      })),
    )
  return collection
}

/** Runs a conditional update as turns do. @returns its duration in ms */
const timedUpdate = async (collection: Collection<Thing>, index: number): Promise<number> => {
  const begun = performance.now()
  const own = { _id: `thing-${index % FEW}`, organizationId: 1 + (index % 2), applied: { $ne: `write-${index}` } }
  const { matchedCount } = await collection.updateOne(own, { $push: { applied: `write-${index}` } })
  expect(matchedCount).toBe(1)
  return performance.now() - begun
}

const medianOf = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

describe('Query by document id with further conditions', () => {
  it('is not slower among 30,000 documents than among 20', async () => {
    const [few, many] = [await collectionOf(FEW), await collectionOf(MANY)]
    const times: { few: number[]; many: number[] } = { few: [], many: [] }
    for (let index = 0; index < 100; index++) {
      times.few.push(await timedUpdate(few, index))
      times.many.push(await timedUpdate(many, index))
    }
    expect(medianOf(times.many)).toBeLessThan(GROWTH_MAX * medianOf(times.few))
    await Promise.all([few, many].map(({ dbName }) => client.db(dbName).dropDatabase()))
  }, 120_000)

  it('applies every condition', async () => {
    const things = await collectionOf(FEW)
    expect(await things.findOne({ _id: 'thing-0', organizationId: 2 })).toBeNull()
    expect(await things.countDocuments({ _id: { $in: ['thing-0', 'thing-1', 'none'] }, organizationId: 1 })).toBe(1)
    expect(await things.countDocuments({ _id: { $ne: 'thing-0' }, organizationId: 1 })).toBe(FEW / 2 - 1)
    expect(await things.countDocuments({ _id: /^thing-1/, organizationId: 1 })).toBe(5)
    expect(await things.countDocuments({ _id: { $gt: 'thing-8' }, organizationId: 2 })).toBe(1)
    expect((await things.deleteOne({ _id: 'thing-0', organizationId: 2 })).deletedCount).toBe(0)
    await client.db(things.dbName).dropDatabase()
  })
})
