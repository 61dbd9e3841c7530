import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { DEMO } from '../../demo/organization.ts'
import { connectStore } from '../../src/store/connection.ts'
import { aesSealer, deriveKey } from '../../src/store/sealer.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import type { LoadedDatabase } from '../engines/contract/engine-adapter.ts'
import { fixturePolicy, TABLES } from '../engines/contract/fixture.ts'
import { SQLITE } from '../engines/sqlite/adapter.ts'
import { testServers } from '../support/test-servers.ts'
import { CommandProcess } from './command-process.ts'

const SECRET = randomUUID() + randomUUID()
const ID = randomUUID()

let store: Store
let database: LoadedDatabase
let env: Readonly<Record<string, string>>

beforeAll(async () => {
  const mongoUri = `${testServers().mongoUri}t${randomUUID().replaceAll('-', '')}`
  env = { MONGODB_URI: mongoUri, TABLETALK_SECRET: SECRET, TABLETALK_HOME: path.join(testServers().home, 'none') }
  store = createStore(await connectStore(mongoUri), {
    addresses: aesSealer(deriveKey(SECRET, 'addresses')),
    pepper: deriveKey(SECRET, 'api-keys'),
  })
  database = await SQLITE.load(TABLES)
  const settings = { id: ID, organizationId: 7, name: 'shop', engine: SQLITE.name, requiresOrganizationScoping: true }
  const glossary = { tables: [], columns: [], phrases: [] }
  for (const id of [1, 7]) await store.organizations.put({ id, ...DEMO.organization, branding: DEMO.branding })
  await store.databases.put({ ...settings, policy: fixturePolicy(SQLITE.name), glossary }, database.address)
})
afterAll(async () => {
  await store.close()
  await database.remove()
})

const commands = new CommandProcess()
afterAll(() => commands.close())

const guard = (args: readonly string[], input = '') => commands.run({ words: ['guard', ...args], env, input })

it('guard explain uses the policy and the schema of a connected database', async () => {
  const input = `${JSON.stringify({ id: 1, query: 'SELECT COUNT(*) FROM orders' })}\n`
  const { out, code } = await guard(['explain', '--database', ID, '--org', '7', '--tenant', '2'], input)
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ id: 1, verdict: 'accepted', params: [2], tables: ['orders'] })
})

it.each([
  ['its id alone', [ID]],
  ['its name', ['shop', '--org', '7']],
])('guard explain finds a connected database by %s', async (_, [named = '', ...more]) => {
  const input = `${JSON.stringify({ id: 1, query: 'SELECT COUNT(*) FROM orders' })}\n`
  const { out, code } = await guard(['explain', '--database', named, ...more, '--tenant', '2'], input)
  expect({ code, verdict: JSON.parse(out).verdict }).toEqual({ code: 0, verdict: 'accepted' })
})

it('guard attack finds no leak in a connected database', async () => {
  const { out, code } = await guard(['attack', '--database', ID, '--org', '7', '--json'])
  expect(code).toBe(0)
  const report = { engine: SQLITE.name, tables: TABLES.length, leaked: 0, leaks: [], refused: expect.any(Number) }
  expect(JSON.parse(out)).toMatchObject(report)
})

it('guard explain refuses a database of another organization', async () => {
  const { err, code } = await guard(['explain', '--database', ID, '--org', '1', '--tenant', '2'])
  const message = `The organization 1 (${DEMO.organization.name}) has no database ${ID}. Its databases: none`
  expect({ err, code }).toEqual({ err: message, code: 1 })
})
