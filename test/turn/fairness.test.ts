import { randomUUID } from 'node:crypto'
import { CUSTOMERS_POLICY, type CustomerDatabase, startCustomerDatabase } from '../../chaos/world/customer-database.ts'
import { DEMO } from '../../demo/organization.ts'
import { EMPTY_GLOSSARY } from '../../src/domain/ask/glossary.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'
import { waitFor } from '../support/wait-for.ts'

const HOSTILE = 'Hang.'
const COMPARED = 'Compare each with each.'
const NEIGHBOURS = 2
/** More than a slow machine takes for one of these tests. */
const QUERY_TIMEOUT_S = 100

let platform: Platform
let model: ScriptedModel
let customers: CustomerDatabase
const released = Promise.withResolvers<void>()
beforeAll(async () => {
  const behaves = modelAnswers(['SELECT count(*) AS customers FROM customers'])
  // Both databases have customers; hours of work come of orders in one, of parcels in the other.
  const compares = {
    orders: modelAnswers(['SELECT count(*) AS n FROM orders a, orders b, orders c, orders d']),
    parcels: modelAnswers(['SELECT count(*) AS n FROM parcels a, parcels b, parcels c, parcels d']),
  }
  model = await startScriptedModel((request) => {
    const asked = JSON.stringify(request.body.messages)
    // What hangs fails in the end: nobody looks at 70 answers.
    if (asked.includes(HOSTILE)) return { status: 401, body: '{"error":{"message":"no"}}', after: released.promise }
    if (!asked.includes(COMPARED)) return behaves(request)
    return asked.includes('parcels') ? compares.parcels(request) : compares.orders(request)
  })
  const env = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.baseUrl }
  ;[platform, customers] = await Promise.all([
    startPlatform({
      env: { ...env, TABLETALK_ALLOW_PRIVATE_HOSTS: 'true', TABLETALK_QUERY_TIMEOUT: String(QUERY_TIMEOUT_S) },
    }),
    startCustomerDatabase(),
  ])
}, 120_000)
afterAll(async () => {
  await platform.close()
  await model.close()
  await customers.server.stop()
})

const ask = (message: string, tenant: string, scope: string, more: Readonly<Record<string, string>> = {}) => {
  const { database_id, ...headers } = more
  return platform.request('/api/v1/chat/message', {
    json: { message, ...(database_id === undefined ? {} : { database_id }) },
    headers: { 'X-Tenant-Id': tenant, 'X-Scope-Id': scope, ...headers },
  })
}

describe("one tenant's 70 questions whose model hangs", () => {
  it("leave places for another tenant's, which is answered while all of them still hang", async () => {
    let ended = 0
    const hanging = Array.from({ length: 70 }, async (_, index) => {
      const reply = await ask(HOSTILE, '1', `hostile-${index}`)
      if (reply.status !== 429) ended += 1
    })
    await waitFor('as many calls of the model as one tenant may have', async () => model.requests.length >= 50)
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
  }, 240_000)
})

/** A database of this organization and of another one, with a key of each, and a public one of the first. */
const connected = async (engine: string) => {
  const { app, access } = platform
  const [settings, address] =
    engine === 'postgres'
      ? [{ engine, policy: CUSTOMERS_POLICY, requiresOrganizationScoping: true }, customers.address]
      : [DEMO.database, (await app.store.databaseAddress(access, access.databaseId)) ?? '']
  await app.store.putOrganization({ id: NEIGHBOURS, ...DEMO.organization, branding: DEMO.branding })
  const connect = async (organizationId: number) => {
    const database = { ...settings, id: randomUUID(), organizationId, name: engine, glossary: EMPTY_GLOSSARY }
    await app.store.putDatabase(database, address)
    const { text: key } = await app.store.addApiKey({ organizationId }, { kind: 'organization', userId: 1 })
    return { id: database.id, key }
  }
  const own = await connect(access.organizationId)
  const kept = { kind: 'database', userId: 1, databaseId: own.id } as const
  const { text: publicKey } = await app.store.addApiKey(access, kept)
  return { own, publicKey, foreign: await connect(NEIGHBOURS) }
}

/** Twelve such questions of one caller, when no more of their queries run than may. */
const besieged = async (headers: Readonly<Record<string, string>>, running: number) => {
  const own = {
    'X-Tenant-Id': '1',
    'X-Scope-Id': 'hostile',
    ...(headers['X-API-Key'] && { 'X-API-Key': headers['X-API-Key'] }),
  }
  const taken = await Promise.all(
    Array.from({ length: 12 }, () => ask(COMPARED, '1', 'hostile', { Prefer: 'respond-async', ...headers })),
  )
  const turns: readonly { turn_id: string; query_timeout: number }[] = taken.map(({ body }) => body.data)
  const jobs = async (): Promise<readonly string[]> => {
    const each = turns.map(({ turn_id }) => platform.request(`/api/v1/jobs/${turn_id}`, { headers: own }))
    return (await Promise.all(each)).map(({ body: { data } }) => `${data.status}: ${data.progress.step}`)
  }
  const waiting = 'queued: waiting for a place in the database'
  const expected = [...Array(12 - running).fill(waiting), ...Array(running).fill('running: answering')]
  await waitFor('those that wait', async () => (await jobs()).filter((job) => job === waiting).length >= 12 - running)
  return {
    timeouts: new Set(turns.map(({ query_timeout }) => query_timeout)),
    /** Whether all is still as it was. */
    stands: async () => expect((await jobs()).toSorted()).toEqual(expected),
    async end() {
      const cancel = ({ turn_id }: { turn_id: string }) =>
        platform.request(`/api/v1/chat/turns/${turn_id}/cancel`, { method: 'POST', headers: own })
      await Promise.all(turns.map(cancel))
      await waitFor('their end', async () => (await jobs()).every((job) => job === 'cancelled: cancelled'))
    },
  }
}

describe('twelve questions of one caller with a query that takes hours', () => {
  it.each(['sqlite', 'postgres'])(
    'run one at a time, in the way of nobody, and wait as jobs: %s',
    async (engine) => {
      const { own, foreign } = await connected(engine)
      const database_id = own.id
      const siege = await besieged({ database_id }, 1)
      expect(siege.timeouts).toEqual(new Set([600]))
      const others = {
        'the caller itself': ask('How many?', '1', 'hostile', { database_id }),
        'another of its tenant': ask('How many?', '1', 'another', { database_id }),
        'another tenant': ask('How many?', '2', 'another', { database_id }),
        'another organization': ask('How many?', '1', 'hostile', { database_id: foreign.id, 'X-API-Key': foreign.key }),
      }
      for (const [name, asked] of Object.entries(others)) expect([name, (await asked).status]).toEqual([name, 200])
      await siege.stands()
      await siege.end()
    },
    120_000,
  )

  it('have the usual limits with a public key, and leave places for others of its tenant', async () => {
    const { own, publicKey } = await connected('sqlite')
    const key = { 'X-API-Key': publicKey }
    const siege = await besieged(key, 3)
    expect(siege.timeouts).toEqual(new Set([QUERY_TIMEOUT_S]))
    const others = await Promise.all([
      ask('How many?', '1', 'another', key),
      ask('How many?', '1', 'hostile', { database_id: own.id }),
      ask('How many?', '2', 'hostile', key),
    ])
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
    await siege.stands()
    await siege.end()
  }, 120_000)
})
