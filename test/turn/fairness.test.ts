import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { DEMO } from '../../demo/organization.ts'
import { EMPTY_GLOSSARY } from '../../src/ask/rules/glossary.ts'
import type { Policy } from '../../src/guard/policy.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'
import { waitFor } from '../support/wait-for.ts'

const HOSTILE = 'Hang.'
const ENDLESS = 'Count what sleeps.'
const NEIGHBOURS = 2
/** Concurrent model calls of one tenant, and the number of questions beyond it. */
const MODEL_CALLS_MAX = 50
const QUESTIONS = MODEL_CALLS_MAX + 5
/** In ms; longer than a busy machine takes. */
const LONG_MS = 300_000
/** Longer than a slow machine takes for one of these tests. */
const QUERY_TIMEOUT_S = 100

let platform: Platform
let model: ScriptedModel
let server: PostgresServer
const released = Promise.withResolvers<void>()
beforeAll(async () => {
  const behaves = modelAnswers(['SELECT count(*) AS customers FROM customers'])
  const sleeps = modelAnswers(['SELECT count(*) AS n FROM orders'])
  model = await startScriptedModel((request) => {
    const asked = JSON.stringify(request.body.messages)
    // Hanging questions fail in the end; their answers are not used.
    if (asked.includes(HOSTILE)) return { status: 401, body: '{"error":{"message":"no"}}', after: released.promise }
    return asked.includes(ENDLESS) ? sleeps(request) : behaves(request)
  })
  const env = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.baseUrl }
  const settings = { TABLETALK_QUERY_TIMEOUT: String(QUERY_TIMEOUT_S), TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' }
  platform = await startPlatform({ env: { ...env, ...settings } })
  server = await startPostgres()
}, 120_000)
afterAll(async () => {
  await platform.close()
  await model.close()
  await server.stop()
})

const ask = (message: string, tenant: string, scope: string, more: Readonly<Record<string, string>> = {}) => {
  const { database_id, ...headers } = more
  return platform.request('/api/v1/chat/message', {
    json: { message, ...(database_id === undefined ? {} : { database_id }) },
    headers: { 'X-Tenant-Id': tenant, 'X-Scope-Id': scope, ...headers },
  })
}

describe('hanging model calls of one tenant beyond its limit', () => {
  it(
    'leave slots for another tenant, which is answered meanwhile',
    async () => {
      let ended = 0
      const hanging = Array.from({ length: QUESTIONS }, async (_, index) => {
        const reply = await ask(HOSTILE, '1', `hostile-${index}`)
        if (reply.status !== 429) ended += 1
      })
      await waitFor(
        'as many calls of the model as one tenant may have',
        async () => model.requests.length >= MODEL_CALLS_MAX,
        LONG_MS,
      )
      const before = ended
      const innocent = await ask('How many customers are there?', '2', 'innocent')
      expect(innocent.status).toBe(200)
      expect(ended).toBe(before)
      const { body } = await platform.request('/api/v1/chat/conversations?limit=100', {
        headers: { 'X-Tenant-Id': '2', 'X-Scope-Id': 'innocent' },
      })
      expect(body.data.conversations).toHaveLength(1)
      released.resolve()
      await Promise.all(hanging)
    },
    2 * LONG_MS,
  )
})

const POLICY: Policy = {
  version: 1,
  engine: 'postgres',
  tenant: { column: 'shop_id', type: 'integer' },
  tables: { 'public.orders': { mode: 'tenant' }, 'public.customers': { mode: 'tenant' } },
}

/** Returns the address of a database whose orders take hours to count without using CPU. */
const sleepingDatabase = async (): Promise<string> => {
  const client = new pg.Client({ connectionString: server.address })
  await client.connect()
  await client.query(`CREATE TABLE customers (id bigint PRIMARY KEY, shop_id bigint NOT NULL);
    CREATE TABLE orders (id bigint PRIMARY KEY, shop_id bigint NOT NULL);
    INSERT INTO customers SELECT n, n % 2 + 1 FROM generate_series(1, 10) n;
    INSERT INTO orders SELECT n, n % 2 + 1 FROM generate_series(1, 5000) n;
    ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
    CREATE POLICY asleep ON orders USING (pg_sleep(1) IS NOT NULL);
    CREATE ROLE reader LOGIN PASSWORD 'reader';
    GRANT SELECT ON orders, customers TO reader`)
  await client.end()
  return Object.assign(new URL(server.address), { username: 'reader', password: 'reader' }).href
}

/** Adds a database to this organization and to another one, with a key each and a public key of the first. */
const connected = async () => {
  const { app, access } = platform
  const address = await sleepingDatabase()
  await app.store.organizations.put({ id: NEIGHBOURS, ...DEMO.organization, branding: DEMO.branding })
  const connect = async (organizationId: number) => {
    const fields = { id: randomUUID(), organizationId, name: 'besieged', engine: 'postgres', policy: POLICY }
    const database = { ...DEMO.database, ...fields, glossary: EMPTY_GLOSSARY }
    await app.store.databases.put(database, address)
    const { text: key } = await app.store.apiKeys.add({ organizationId }, { kind: 'organization', userId: 1 })
    return { id: database.id, key }
  }
  const own = await connect(access.organizationId)
  const keyFields = { kind: 'database', userId: 1, databaseId: own.id } as const
  const { text: publicKey } = await app.store.apiKeys.add(access, keyFields)
  return { own, publicKey, foreign: await connect(NEIGHBOURS) }
}

const QUEUED = 'queued: waiting for a place in the database'
const RUNNING = 'running: answering'

interface Named {
  readonly tenant: string
  readonly scope: string
}

/** Asks twelve such questions with one key, and waits until only the permitted number runs. */
const askedAsJobs = async (
  headers: Readonly<Record<string, string>>,
  named: (index: number) => Named,
  running: number,
) => {
  const ends: ((path: (turnId: string) => string, method?: string) => ReturnType<Platform['request']>)[] = []
  for (let index = 0; index < 12; index++) {
    const { tenant, scope } = named(index)
    const { body } = await ask(ENDLESS, tenant, scope, { Prefer: 'respond-async', ...headers })
    const { 'X-API-Key': key } = headers
    const own = { 'X-Tenant-Id': tenant, 'X-Scope-Id': scope, ...(key && { 'X-API-Key': key }) }
    ends.push((path, method = 'GET') => platform.request(path(body.data.turn_id), { method, headers: own }))
  }
  const jobs = async (): Promise<readonly string[]> => {
    const each = await Promise.all(ends.map((end) => end((id) => `/api/v1/jobs/${id}`)))
    return each.map(({ body: { data } }) => `${data.status}: ${data.progress.step}`)
  }
  const count = async (state: string) => (await jobs()).filter((job) => job === state).length
  await waitFor('those that wait', async () => (await count(QUEUED)) === 12 - running)
  return {
    /** Checks that nothing has changed. */
    expectUnchanged: async () =>
      expect((await jobs()).toSorted()).toEqual([...Array(12 - running).fill(QUEUED), ...Array(running).fill(RUNNING)]),
    async end() {
      await Promise.all(ends.map((end) => end((id) => `/api/v1/chat/turns/${id}/cancel`, 'POST')))
      await waitFor('their end', async () => (await count('cancelled: cancelled')) === 12)
    },
  }
}

describe('twelve hours-long questions of one public key', () => {
  const tenant = (index: number) => String(1 + (index % 2))
  // For every engine: `test/engines/contract/fairness.ts`.
  it('wait as jobs except for a few and do not delay others, even with all tenants and many scopes', async () => {
    const { own, publicKey, foreign } = await connected()
    const database_id = own.id
    const key = { 'X-API-Key': publicKey }
    const waitingJobs = await askedAsJobs(key, (index) => ({ tenant: tenant(index), scope: `s${index}` }), 2)
    const others = {
      'the caller itself': ask('How many?', '1', 'hostile', key),
      'another visitor': ask('How many?', '2', 'another', key),
      'that tenant, by its server': ask('How many?', '1', 'hostile', { database_id }),
      'another tenant': ask('How many?', '2', 'another', { database_id }),
      'another organization': ask('How many?', '1', 'hostile', { database_id: foreign.id, 'X-API-Key': foreign.key }),
    }
    for (const [name, asked] of Object.entries(others)) expect([name, (await asked).status]).toEqual([name, 200])
    await waitingJobs.expectUnchanged()
    await waitingJobs.end()
  }, 120_000)
})
