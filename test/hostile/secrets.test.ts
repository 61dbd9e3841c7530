import { randomUUID } from 'node:crypto'
import { MongoClient } from 'mongodb'
import { EMPTY_GLOSSARY } from '../../src/ask/rules/glossary.ts'
import { fixturePolicy, TABLES } from '../engines/contract/fixture.ts'
import { postgresAdapter } from '../engines/postgres/adapter.ts'
import { onServer } from '../engines/postgres/fixture-database.ts'
import { usePostgres } from '../engines/postgres/use-postgres.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { startPostgres } from '../support/postgres-server.ts'

const CANARY = 'canary-7f3a9c'

const server = usePostgres(startPostgres)
const adapter = postgresAdapter(server)
let platform: Platform
beforeAll(async () => {
  platform = await startPlatform({ env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' } })
})
afterAll(() => platform?.close())

/** Stores a database with this address. */
const connect = async (address: string): Promise<string> => {
  const id = randomUUID()
  const { organizationId } = platform.access
  const settings = { id, organizationId, name: 'shop', engine: adapter.name, requiresOrganizationScoping: true }
  const policy = fixturePolicy(adapter.name, adapter.tableName)
  await platform.app.store.databases.put({ ...settings, policy, glossary: EMPTY_GLOSSARY }, address)
  return id
}

const ask = async (databaseId: string) =>
  await platform.request('/api/v1/chat/message', {
    json: { message: 'How many orders are there?', database_id: databaseId },
  })

/** Every document of the store, as text. */
const storeText = async (): Promise<string> => {
  const client = await MongoClient.connect(platform.env.MONGODB_URI ?? '')
  try {
    const collections = await client.db().collections()
    const documents = await Promise.all(collections.map((collection) => collection.find().toArray()))
    const plain = (value: unknown): unknown =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value
    return JSON.stringify(documents, (_, value: unknown) => plain(value))
  } finally {
    await client.close()
  }
}

/** Every payload of every workflow of this platform, decoded. */
const historyText = async (): Promise<string> => {
  const { client: temporal, decodePayloads } = platform.app.temporal
  const texts: string[] = []
  for await (const { workflowId, taskQueue } of temporal.workflow.list()) {
    if (taskQueue !== platform.env.TABLETALK_TASK_QUEUE) continue
    const history = await temporal.workflow.getHandle(workflowId).fetchHistory()
    const decoded = JSON.stringify(await decodePayloads(payloadsIn(history)))
    const data = [...decoded.matchAll(/"data":"([^"]*)"/g)].map(([, text = '']) =>
      Buffer.from(text, 'base64').toString(),
    )
    texts.push(JSON.stringify(history), ...data)
  }
  return texts.join('\n')
}

type Payload = Parameters<Platform['app']['temporal']['decodePayloads']>[0][number]

const payloadsIn = (value: unknown): readonly Payload[] => {
  if (typeof value !== 'object' || value === null) return []
  if ('data' in value && value.data instanceof Uint8Array && 'metadata' in value) {
    const metadata = Object.entries(value.metadata ?? {}).map(([name, bytes]) => [name, base64(bytes)])
    return [{ metadata: Object.fromEntries(metadata), data: base64(value.data) }]
  }
  return Object.values(value).flatMap(payloadsIn)
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

it('S43 replies, stored documents and workflow histories never contain the password of a customer’s database', async () => {
  const { address } = await server()
  const { address: loaded, remove } = await adapter.load(TABLES)
  const admin = new URL(address)
  const valid = new URL(loaded)
  valid.username = `u_${CANARY.replace('-', '_')}`
  valid.password = CANARY
  await onServer(admin.href, async (client) => {
    await client.query(`CREATE ROLE "${valid.username}" LOGIN PASSWORD '${CANARY}' IN ROLE pg_read_all_data`)
  })
  const wrongPassword = new URL(valid)
  wrongPassword.password = `${CANARY}-wrong`
  const unreachable = new URL(valid)
  unreachable.port = '1'
  const replies = [
    await ask(await connect(valid.href)),
    await ask(await connect(wrongPassword.href)),
    await ask(await connect(unreachable.href)),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 500, 500])
  expect(replies.map(({ body }) => body.details?.[0]?.code)).toEqual([undefined, 'AUTH_FAILED', 'CONNECTION_FAILED'])
  const [store, history] = [await storeText(), await historyText()]
  expect(history).toMatch(/answerQuestion[\s\S]*How many orders are there/)
  expect(store).toContain('orders')
  for (const text of [...replies.map((reply) => reply.text), store, history]) expect(text).not.toContain('canary')
  await remove()
}, 120_000)
