import { randomInt } from 'node:crypto'
import { type CustomerDatabase, startCustomerDatabase } from '../../../chaos/world/customer-database.ts'
import { seededRandom } from '../../../demo/random.ts'
import { type Pace, type TcpProxy, tcpProxy } from '../../support/tcp-proxy.ts'
import { testServers } from '../../support/test-servers.ts'
import { type CustomersPlatform, startCustomersPlatform } from '../../turn/customers-platform.ts'

const seed = process.env.SLOW_SEED ?? String(randomInt(2 ** 31))

const HOPS = ['the store', 'Temporal', 'the model', 'the customer’s database'] as const
type Hop = (typeof HOPS)[number]

let proxies: Readonly<Record<Hop, TcpProxy>>
let service: CustomersPlatform
let customers: CustomerDatabase
let databaseId: string
beforeAll(async () => {
  const { mongoUri, temporalAddress } = testServers()
  customers = await startCustomerDatabase()
  const [store, temporal, database] = await Promise.all(
    [new URL(mongoUri).port, new URL(`http://${temporalAddress}`).port, new URL(customers.address).port].map((port) =>
      tcpProxy(Number(port)),
    ),
  )
  if (store === undefined || temporal === undefined || database === undefined) throw new Error('a proxy is missing')
  let model: TcpProxy | undefined
  service = await startCustomersPlatform(
    {
      env: {
        MONGODB_URI: `mongodb://127.0.0.1:${store.port}/slow${randomInt(2 ** 31)}?directConnection=true`,
        TEMPORAL_ADDRESS: `127.0.0.1:${temporal.port}`,
        TABLETALK_MODEL_TIMEOUT: '10',
        TABLETALK_TURN_TIMEOUT: '100',
      },
    },
    async (port) => {
      model = await tcpProxy(port)
      return model.port
    },
  )
  if (model === undefined) throw new Error('the proxy of the model is missing')
  proxies = { 'the store': store, Temporal: temporal, 'the model': model, 'the customer’s database': database }
  const address = new URL(customers.address)
  address.port = String(database.port)
  databaseId = await service.connect(address.href)
  expect((await service.ask(databaseId)).status).toBe(200)
}, 180_000)
afterEach(() => {
  for (const proxy of Object.values(proxies)) proxy.mend()
})
afterAll(async () => {
  await service.close()
  for (const proxy of Object.values(proxies)) await proxy.close()
  await customers.server.stop()
})

describe(`Connection with a latency of 500 ms ± 200 ms (seed ${seed})`, () => {
  it.each(HOPS)(
    'to %s delays the answer without changing it',
    async (hop) => {
      proxies[hop].slow({ latencyMs: 500, jitterMs: 200, luck: seededRandom(seed) })
      const { status, body } = await service.ask(databaseId)
      expect([status, body.data?.results?.length]).toEqual([200, 3])
    },
    180_000,
  )
})

describe('Connection with one byte per second', () => {
  const TRICKLE: Pace = { bytesPerSecond: 1 }

  it('to the customer’s database ends its turns with an error, and does not delay another database', async () => {
    proxies['the customer’s database'].slow(TRICKLE)
    let ended = 0
    const slow = Array.from({ length: 6 }, async () => {
      const reply = await service.ask(databaseId)
      ended += 1
      return reply
    })
    expect((await service.ask()).status).toBe(200)
    expect(ended).toBe(0)
    for (const { status, body } of await Promise.all(slow)) {
      expect(status).toBeGreaterThanOrEqual(500)
      expect(['DB_QUERY_FAILED', 'DB_CONNECTION_FAILED', 'DB_TIMEOUT', 'SYSTEM_TIMEOUT']).toContain(body.error_code)
    }
    proxies['the customer’s database'].mend()
    expect((await service.ask(databaseId)).status).toBe(200)
  }, 300_000)

  it('to the model is reported as an unavailable model', async () => {
    proxies['the model'].slow(TRICKLE)
    const { body } = await service.ask(databaseId)
    expect(body.error_code).toMatch(/^EXTERNAL_/)
    proxies['the model'].mend()
    expect((await service.ask(databaseId)).status).toBe(200)
  }, 300_000)

  it.each(['the store', 'Temporal'] as const)(
    'to %s is reported as a temporarily unavailable service, and a retry is answered',
    async (hop) => {
      const key = `trickle ${hop}`
      proxies[hop].slow(TRICKLE)
      const { status, headers } = await service.ask(databaseId, key)
      expect([status, headers.has('retry-after')]).toEqual([503, true])
      proxies[hop].mend()
      let reply = await service.ask(databaseId, key)
      while ([409, 503].includes(reply.status)) reply = await service.ask(databaseId, key)
      expect([reply.status, reply.body.data?.results?.length]).toEqual([200, 3])
    },
    300_000,
  )
})
