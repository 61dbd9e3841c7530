import type { Db } from 'mongodb'
import { ObjectId } from 'mongodb'
import type { GuardRules } from '../../../../src/domain/guard/guard-rules.ts'
import { boundCommand } from '../../../../src/engines/mongodb/guard/command.ts'
import { guardDraft } from '../../../../src/engines/mongodb/guard/guard.ts'
import { mongodbServer, stopMongodbServer } from '../../../support/mongodb-server.ts'
import { accepted } from '../../contract/results.ts'
import { findIn, pipelineOf, unordered } from './documents.ts'
import { type Doc, shopOf, shopRules, wholeShop } from './shop.ts'
import { SHOP_PIPELINES } from './shop-pipelines.ts'

const VIEWS: readonly { readonly tenant: number; readonly scope?: string }[] = [
  { tenant: 1 },
  { tenant: 2, scope: 'bob' },
  { tenant: 99 },
]

afterAll(stopMongodbServer)

const load = async (collections: ReadonlyMap<string, readonly Doc[]>): Promise<Db> => {
  const { admin, newName } = await mongodbServer()
  const database = admin.db(newName())
  for (const [name, documents] of collections)
    if (documents.length > 0) await database.collection(name).insertMany([...documents])
    else await database.createCollection(name)
  return database
}

/** What the small store has not; it says so in one of these ways. */
const LACKS =
  /unrecognized|unknown (?:argument|operator|group operator)|not (?:yet )?implemented|takes exactly|not allowed/i

const find = async (
  database: Db,
  collection: string,
  pipeline: readonly object[],
): Promise<readonly string[] | undefined> => {
  const { real } = await mongodbServer()
  try {
    return unordered(
      await database
        .collection(collection)
        .aggregate([...pipeline])
        .toArray(),
    )
  } catch (error) {
    if (!real && error instanceof Error && LACKS.test(error.message)) return undefined
    throw error
  }
}

const guarded = async (database: Db, draft: object, rules: GuardRules) => {
  const command = boundCommand(accepted(await guardDraft(JSON.stringify(draft), rules)))
  const { collection, pipeline } = 'pipeline' in command ? command : pipelineOf({ ...command, limit: command.limit })
  return await find(database, collection, pipeline)
}

it.each(VIEWS)(
  'S46 on a server, what tenant $tenant, scope $scope finds, is what a database of its own would hold',
  async ({ tenant, scope }) => {
    const { real } = await mongodbServer()
    const [whole, own] = [await load(wholeShop), await load(shopOf(tenant, scope))]
    const wrong: string[] = []
    let compared = 0
    for (const draft of SHOP_PIPELINES) {
      const { collection, pipeline } = pipelineOf(draft)
      // The small store loses what $graphLookup finds through some fields.
      const wanted =
        real || !JSON.stringify(draft).includes('$graphLookup')
          ? await find(own, collection, pipeline)
          : unordered(findIn(shopOf(tenant, scope), { collection, pipeline }))
      const found = await guarded(whole, draft, shopRules(tenant, scope))
      if (found === undefined || wanted === undefined) continue
      compared++
      if (found.join('\n') !== wanted.join('\n')) wrong.push(JSON.stringify(draft))
    }
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThanOrEqual(real ? SHOP_PIPELINES.length : 60)
  },
  120_000,
)

it('a tenant is found by the type that its documents hold it in, and by no other value that looks like it', async () => {
  const id = new ObjectId('0123456789abcdef01234567')
  const documents = [id, id.toHexString(), [id], { id }, null, new ObjectId('0123456789abcdef01234568')].map(
    (tenant_id, index) => ({ _id: index, tenant_id }),
  )
  const database = await load(new Map([['things', documents]]))
  const found = async (type: string, value: string) => {
    const columns = [
      { name: '_id', type: 'int', nullable: false },
      { name: 'tenant_id', type, nullable: true },
    ]
    const rules: GuardRules = {
      schema: { engine: 'mongodb', tables: [{ name: 'things', columns, primaryKey: ['_id'], foreignKeys: [] }] },
      policy: {
        ...{ version: 1, engine: 'mongodb', tenant: { column: 'tenant_id', type: 'string' } },
        tables: { things: { mode: 'tenant' } },
      },
      restriction: { tenant: { type: 'string', value } },
    }
    return await guarded(database, { collection: 'things', pipeline: [{ $project: { _id: 1 } }] }, rules)
  }
  expect(await found('objectId', id.toHexString())).toEqual(['{"_id":0}'])
  expect(await found('string', id.toHexString())).toEqual(['{"_id":1}'])
  expect(await found('objectId | string', id.toHexString())).toEqual(['{"_id":0}', '{"_id":1}'])
  expect(await found('objectId', 'no id')).toEqual([])
  expect(await found('int', id.toHexString())).toEqual([])
})

it('a scope that no document can have finds nothing, and not those without one', async () => {
  const database = await load(wholeShop)
  const restriction = { ...shopRules(1).restriction, scope: { type: 'nothing', value: null } as const }
  for (const collection of ['orders', 'customers', 'accounts', 'events'])
    expect(await guarded(database, { collection, pipeline: [] }, { ...shopRules(1), restriction })).toEqual([])
})
