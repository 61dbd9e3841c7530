import net from 'node:net'
import pg from 'pg'
import type { Policy } from '../../../src/guard/policy.ts'
import { connectStore } from '../../../src/store/connection.ts'
import { startPlatform } from '../../support/platform.ts'
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts'
import { tcpProxy } from '../../support/tcp-proxy.ts'
import { testServers } from '../../support/test-servers.ts'
import { ask, type Cause, type Causes, otherDatabase, send, TOO_SLOW_THERE, type World } from '../world.ts'

const QUESTION = 'How many customers are there?'

const POLICY: Policy = {
  version: 1,
  engine: 'postgres',
  tenant: { column: 'shop_id', type: 'integer' },
  tables: { 'shop.orders': { mode: 'tenant' } },
}

/** Asks a question about the PostgreSQL database at an address. */
const askAt = async ({ answering }: World, address: string, message = QUESTION) => {
  const database_id = await otherDatabase(answering, address, { engine: 'postgres', policy: POLICY })
  return await ask(answering, message, { database_id })
}

const servers = new WeakMap<World, Promise<PostgresServer>>()

/**
 * One server with a table that sleeps at each row, a user with a transaction timeout and one without, and a database whose
 * system catalog a user cannot read.
 */
const postgresOf = (world: World): Promise<PostgresServer> => {
  const server = servers.get(world) ?? preparedPostgres(world)
  servers.set(world, server)
  return server
}

const preparedPostgres = async ({ after }: World): Promise<PostgresServer> => {
  const server = await startPostgres()
  after(() => server.stop())
  const run = async (database: string, ...statements: readonly string[]) => {
    const connectionString = Object.assign(new URL(server.address), { pathname: database }).href
    const client = new pg.Client({ connectionString })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  await run(
    'postgres',
    'CREATE SCHEMA shop',
    'CREATE TABLE shop.orders (id bigint PRIMARY KEY, shop_id bigint NOT NULL)',
    'INSERT INTO shop.orders SELECT n, 1 FROM generate_series(1, 5000) n',
    "CREATE ROLE brief LOGIN PASSWORD 'brief'",
    "ALTER ROLE brief SET transaction_timeout = '2s'",
    "CREATE ROLE patient LOGIN PASSWORD 'patient'",
    'GRANT USAGE ON SCHEMA shop TO brief, patient',
    'GRANT SELECT ON shop.orders TO brief, patient',
    // A query of these rows takes minutes without using the CPU.
    'ALTER TABLE shop.orders ENABLE ROW LEVEL SECURITY',
    'CREATE POLICY asleep ON shop.orders USING (pg_sleep(0.1) IS NOT NULL)',
    "CREATE ROLE blind LOGIN PASSWORD 'blind'",
    'CREATE DATABASE blind',
  )
  await run('blind', 'REVOKE SELECT ON pg_catalog.pg_class, pg_catalog.pg_attribute FROM PUBLIC')
  return server
}

const addressOf = (server: PostgresServer, user: string, database = 'postgres'): string =>
  Object.assign(new URL(server.address), { username: user, password: user, pathname: database }).href

/** The id of a connected database whose queries run until they are cancelled. */
export const sleepingDatabase = async (world: World): Promise<string> => {
  const address = addressOf(await postgresOf(world), 'patient')
  return await otherDatabase(world.answering, address, { engine: 'postgres', policy: POLICY })
}

/** The address of a server that accepts connections and never responds. */
const silentAddress = async (world: World): Promise<string> => {
  const sockets = new Set<net.Socket>()
  const silent = net.createServer((socket) => void sockets.add(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  world.after(async () => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const address = silent.address()
  return `postgres://me:secret@127.0.0.1:${typeof address === 'object' ? address?.port : ''}/crm`
}

/** Tests the connection of a stored database at an address. */
const testAt = async ({ answering }: World, address: string) => {
  const id = await otherDatabase(answering, address, { engine: 'postgres', policy: POLICY })
  return await send(answering, `/api/v1/databases/${id}/test`, { method: 'POST', json: {} })
}

/** Requests about unreachable databases, by the detail code of their problem. */
export const REJECTED: Readonly<Record<string, Cause>> = {
  CONNECTION_FAILED: (world) => testAt(world, 'postgres://me:secret@nowhere.invalid/crm'),
  AUTH_FAILED: async (world) => await testAt(world, addressOf(await postgresOf(world), 'nobody')),
  CONNECTION_TIMEOUT: async (world) => await testAt(world, await silentAddress(world)),
}

/** Problems of connected databases, and of the store of the service. */
export const DATABASES: Causes = {
  database_unreachable: (world) => askAt(world, 'postgres://me:secret@nowhere.invalid/crm'),
  async database_login_failed(world) {
    return await askAt(world, addressOf(await postgresOf(world), 'nobody'))
  },
  async database_connect_timeout(world) {
    return await askAt(world, await silentAddress(world))
  },
  async request_running(world) {
    const json = { name: 'silent', url: await silentAddress(world) }
    const connect = () =>
      send(world.answering, '/api/v1/databases', { json, headers: { 'Idempotency-Key': 'it-connects' } })
    // One of the two waits for the database; the other one gives up waiting for that response earlier.
    const both = [connect(), connect()]
    world.after(() => Promise.allSettled(both))
    return await Promise.race(both)
  },
  async configuration_invalid({ answering }) {
    const database_id = await otherDatabase(answering)
    const store = await connectStore(answering.env.MONGODB_URI ?? '')
    // As if it had been sealed under another secret.
    const sealed = { $set: { address: Buffer.alloc(64, 7) } }
    await store.collection('databases').updateOne(Object({ _id: database_id }), sealed)
    await store.close()
    return await ask(answering, QUESTION, { database_id })
  },
  async store_unavailable({ after }) {
    const proxy = await tcpProxy(Number(new URL(testServers().mongoUri).port))
    const store = `mongodb://127.0.0.1:${proxy.port}/t${crypto.randomUUID().replaceAll('-', '')}?directConnection=true`
    const platform = await startPlatform({ env: { MONGODB_URI: store }, worker: false })
    after(async () => {
      proxy.mend()
      await platform.close()
      await proxy.close()
    })
    // The contract is read while the store is reachable.
    await platform.contract()
    proxy.cut()
    return await send(platform, '/api/v1/chat/conversations')
  },
  async schema_unreadable(world) {
    return await askAt(world, addressOf(await postgresOf(world), 'blind', 'blind'))
  },
  async transaction_failed(world) {
    return await askAt(world, addressOf(await postgresOf(world), 'brief'), TOO_SLOW_THERE)
  },
}
