import pg from 'pg'
import { type CustomerDatabase, PASSWORD_CANARY, startCustomerDatabase } from '../../chaos/world/customer-database.ts'
import { type CustomersPlatform, startCustomersPlatform } from './customers-platform.ts'

const NEW_PASSWORD = 'pw-canary-of-the-next-month'

let service: CustomersPlatform
let customers: CustomerDatabase
beforeAll(async () => {
  ;[service, customers] = await Promise.all([startCustomersPlatform(), startCustomerDatabase()])
}, 120_000)
afterAll(async () => {
  await service.close()
  await customers.server.stop()
})

/** Runs statements as the owner of the server, without the service. */
const asOwner = async (...statements: readonly string[]): Promise<void> => {
  const client = new pg.Client(customers.server.address)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
const END_SESSIONS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'reader'`

const codesOf = ({ status, body }: { status: number; body: { error_code: string; error: { code: string } } }) => [
  ...[status, body.error_code, body.error.code],
]

describe('a customer database that changes between two turns', () => {
  it('reports a changed password as a failed login without either password', async () => {
    const id = await service.connect(customers.address)
    expect((await service.ask(id)).status).toBe(200)
    await asOwner(`ALTER ROLE reader PASSWORD '${NEW_PASSWORD}'`, END_SESSIONS)
    const refused = await service.ask(id)
    expect(codesOf(refused)).toEqual([500, 'DB_CONNECTION_FAILED', 'INTERNAL_SERVER_ERROR'])
    expect(refused.text).not.toMatch(/canary|reader|127\.0\.0\.1/)
    expect(refused.text).not.toContain(PASSWORD_CANARY)
    const address = new URL(customers.address)
    address.password = NEW_PASSWORD
    await service.platform.app.store.databases.change(service.platform.access, id, { address: address.href })
    expect((await service.ask(id)).status).toBe(200)
  }, 120_000)

  it('reports a dropped database as unreachable, and others still answer', async () => {
    await asOwner('CREATE DATABASE branch TEMPLATE template0')
    const address = new URL(customers.server.address)
    address.pathname = '/branch'
    const owner = new pg.Client(address.href)
    await owner.connect()
    await owner.query('CREATE TABLE customers (shop_id integer NOT NULL, name text NOT NULL)')
    await owner.query('CREATE TABLE parcels (shop_id integer NOT NULL)')
    await owner.query(`CREATE ROLE clerk LOGIN PASSWORD '${PASSWORD_CANARY}'`)
    await owner.query('GRANT SELECT ON customers, parcels TO clerk')
    await owner.end()
    address.username = 'clerk'
    address.password = PASSWORD_CANARY
    const id = await service.connect(address.href)
    expect((await service.ask(id)).status).toBe(200)
    await asOwner('DROP DATABASE branch WITH (FORCE)')
    const refused = await service.ask(id)
    expect(codesOf(refused)).toEqual([500, 'DB_CONNECTION_FAILED', 'INTERNAL_SERVER_ERROR'])
    expect(refused.text).not.toMatch(/canary|clerk|branch/)
    expect((await service.ask()).status).toBe(200)
  }, 120_000)
})
