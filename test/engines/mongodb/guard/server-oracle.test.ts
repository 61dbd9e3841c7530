import type { Db } from 'mongodb'
import { Decimal128, Double, Long, ObjectId, UUID } from 'mongodb'
import { EMPTY_GLOSSARY } from '../../../../src/ask/rules/glossary.ts'
import { boundCommand } from '../../../../src/engines/mongodb/guard/command.ts'
import { guardDraft } from '../../../../src/engines/mongodb/guard/guard.ts'
import type { GuardRules } from '../../../../src/guard/guard-rules.ts'
import type { OwnerTypes } from '../../../../src/guard/owner-types.ts'
import type { Policy } from '../../../../src/guard/policy.ts'
import { restrict } from '../../../../src/guard/restriction.ts'
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

/** Error messages of the small store for features that it lacks. */
const UNSUPPORTED =
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
    if (!real && error instanceof Error && UNSUPPORTED.test(error.message)) return undefined
    throw error
  }
}

const guarded = async (database: Db, draft: object, rules: GuardRules) => {
  const command = boundCommand(accepted(await guardDraft(JSON.stringify(draft), rules)))
  const { collection, pipeline } = 'pipeline' in command ? command : pipelineOf({ ...command, limit: command.limit })
  return await find(database, collection, pipeline)
}

it.each(VIEWS)(
  'S46 on a server, a pipeline of tenant $tenant, scope $scope, returns the documents of a single-tenant database',
  async ({ tenant, scope }) => {
    const { real } = await mongodbServer()
    const [whole, singleTenant] = [await load(wholeShop), await load(shopOf(tenant, scope))]
    const wrong: string[] = []
    let compared = 0
    for (const draft of SHOP_PIPELINES) {
      const { collection, pipeline } = pipelineOf(draft)
      // The small store loses documents of $graphLookup through some fields.
      const wanted =
        real || !JSON.stringify(draft).includes('$graphLookup')
          ? await find(singleTenant, collection, pipeline)
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

describe('the MongoDB tenant filter matches the types of the policy, independent of sampled types:', () => {
  const id = new ObjectId('0123456789abcdef01234567')
  const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e'
  const TENANTS = [
    ...[1, Long.fromNumber(1), new Double(1), Decimal128.fromString('1.0'), '1', '1.0', [1], ['1'], { id: 1 }, null],
    ...[id, id.toHexString(), [id], new UUID(uuid), uuid, 2, '2', true, new Date(1)],
  ]
  const documents = TENANTS.map((tenant_id, _id) => ({ _id, tenant_id }))
  let things: Promise<Db> | undefined
  /** The ids of the documents that the filter matches. */
  const found = async (type: OwnerTypes, value: string, sampled: string) => {
    const columns = [
      { name: '_id', type: 'int', nullable: false },
      { name: 'tenant_id', type: sampled, nullable: true },
    ]
    const policy: Policy = {
      version: 1,
      engine: 'mongodb',
      tenant: { column: 'tenant_id', type },
      tables: { things: { mode: 'tenant' } },
    }
    const caller = { organizationId: 1, kind: 'organization', userId: 1, tenantId: value } as const
    const rules: GuardRules = {
      schema: { engine: 'mongodb', tables: [{ name: 'things', columns, primaryKey: ['_id'], foreignKeys: [] }] },
      policy,
      restriction: restrict(caller, {
        id: 'd',
        organizationId: 1,
        name: 'd',
        engine: 'mongodb',
        glossary: EMPTY_GLOSSARY,
        requiresOrganizationScoping: true,
        policy,
      }),
    }
    const draft = { collection: 'things', pipeline: [{ $project: { _id: 1 } }] }
    things ??= load(new Map([['things', documents]]))
    const rows = await guarded(await things, draft, rules)
    return rows?.map((row) => Number(JSON.parse(row)._id)).toSorted((a, b) => a - b)
  }

  it.each<[OwnerTypes, string, readonly number[]]>([
    ['integer', '1', [0, 1, 2, 3]],
    ['string', '1', [4]],
    [['integer', 'string'], '1', [0, 1, 2, 3, 4]],
    [['integer', 'string'], '1.0', [5]],
    ['string', id.toHexString(), [11]],
    ['objectId', id.toHexString(), [10]],
    [['objectId', 'string'], id.toHexString(), [10, 11]],
    [['integer', 'objectId'], id.toHexString(), [10]],
    ['uuid', uuid, [13]],
    [['uuid', 'string'], uuid, [13, 14]],
  ])('type %j, tenant %s', async (type, value, ids) => {
    for (const sampled of ['int', 'string | int', 'objectId', 'date'])
      expect([sampled, await found(type, value, sampled)]).toEqual([sampled, ids])
  })

  it.each<[OwnerTypes, string]>([
    ['objectId', '1'],
    ['uuid', id.toHexString()],
    [['integer', 'objectId'], 'one'],
    [['integer', 'string'], ''],
  ])('type %j rejects tenant %j with tenant_invalid', async (type, value) => {
    await expect(found(type, value, 'int')).rejects.toMatchObject({ problem: 'tenant_invalid' })
  })
})

it('a MongoDB query with a scope that is bound to nothing returns no documents, not even those without a scope', async () => {
  const database = await load(wholeShop)
  const restriction = { ...shopRules(1).restriction, scope: { type: 'nothing', value: null } as const }
  for (const collection of ['orders', 'customers', 'accounts', 'events'])
    expect(await guarded(database, { collection, pipeline: [] }, { ...shopRules(1), restriction })).toEqual([])
})
