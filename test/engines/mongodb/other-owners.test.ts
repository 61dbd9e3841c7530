import { Decimal128, MongoClient, ObjectId, UUID } from 'mongodb'
import { countOtherOwners } from '../../../src/engines/mongodb/describe/other-owners.ts'
import { mongodbEngine } from '../../../src/engines/mongodb/engine.ts'
import type { OwnerTypes } from '../../../src/guard/owner-types.ts'
import type { Policy } from '../../../src/guard/policy.ts'
import { driftOf } from '../../../src/manage/databases/drift.ts'
import { reviewOf } from '../../../src/manage/databases/review.ts'
import { mongodbServer, stopMongodbServer } from '../../support/mongodb-server.ts'

const engine = mongodbEngine({ allowPrivateHosts: true })
const { signal } = new AbortController()

let name: string
let address: string
beforeAll(async () => {
  const server = await mongodbServer()
  name = server.newName()
  address = server.address(name)
  const database = server.admin.db(name)
  const owners = [1, 2.5, Decimal128.fromString('3'), '1', '2', 'x', new ObjectId(), new UUID(), null, undefined]
  const orders = owners.map((tenant_id, _id) => ({ _id, of: { tenant_id }, by: _id, all: 1 }))
  await database.collection<{ _id: number }>('orders').insertMany(orders)
  const texts = Array.from({ length: 10_001 }, (_, _id) => ({ _id, tenant_id: String(_id) }))
  await database.collection<{ _id: number }>('texts').insertMany(texts)
})
afterAll(async () => {
  await engine.close()
  await stopMongodbServer()
})

const policyOf = (type: OwnerTypes, scope: OwnerTypes = 'integer'): Policy => ({
  version: 1,
  engine: 'mongodb',
  tenant: { column: 'tenant_id', type },
  scope: { column: 'by', type: scope, missing_scope: 'ignore' },
  tables: { orders: { mode: 'tenant', column: 'of.tenant_id' }, texts: { mode: 'tenant' } },
})

const otherTypes = async (policy: Policy) => {
  const schema = await engine.describe(address, signal)
  const drift = await driftOf({ engine, address }, schema, policy)
  expect((await reviewOf({ engine, address }, schema, policy)).drift).toEqual(drift)
  return drift.filter(({ kind }) => kind === 'other type').map(({ table, detail }) => `${table}: ${detail}`)
}

const NOT_VISIBLE = 'not visible unless the policy names that type too'

it('a policy review counts the documents whose owner has a type that the policy does not name', async () => {
  expect(await otherTypes(policyOf('integer'))).toEqual([
    `orders: 5 documents have a of.tenant_id that is not of type integer: ${NOT_VISIBLE}`,
    `texts: at least 10000 documents have a tenant_id that is not of type integer: ${NOT_VISIBLE}`,
  ])
  expect(await otherTypes(policyOf('string', 'string'))).toEqual([
    `orders: 5 documents have a of.tenant_id that is not of type string: ${NOT_VISIBLE}`,
    `orders: 10 documents have a by that is not of type string: ${NOT_VISIBLE}`,
  ])
  expect(await otherTypes(policyOf(['integer', 'string', 'objectId']))).toEqual([
    `orders: 1 document has a of.tenant_id that is not of type integer or string or objectId: ${NOT_VISIBLE}`,
  ])
  expect(await otherTypes(policyOf(['integer', 'string', 'objectId', 'uuid']))).toEqual([])
  expect(await otherTypes({ ...policyOf('integer'), tables: { orders: { mode: 'deny' } } })).toEqual([])
})

it('countOtherOwners has a time limit and a document limit', async () => {
  const client = new MongoClient(address, { monitorCommands: true })
  const commands: { maxTimeMS?: number; pipeline?: unknown }[] = []
  client.on('commandStarted', ({ command }) => commands.push(command))
  const columns = [{ table: 'texts', column: 'tenant_id', types: 'integer' as const }]
  expect(await countOtherOwners(client.db(name), columns, { leftMs: () => 60_000, signal })).toEqual([
    { count: 10_000, isLowerBound: true },
  ])
  const [command] = commands.filter(({ pipeline }) => pipeline !== undefined)
  expect(command?.maxTimeMS).toBe(1_500)
  expect(command?.pipeline).toEqual([expect.anything(), { $limit: 10_000 }, { $count: 'n' }])
  commands.length = 0
  expect(await countOtherOwners(client.db(name), columns, { leftMs: () => 0, signal })).toEqual([undefined])
  expect(commands).toEqual([])
  await client.close()
})
