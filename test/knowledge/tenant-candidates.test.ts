import { describe, expect, it } from '@jest/globals'
import type { Engine } from '../../src/engines/engine.ts'
import { mongodbEngine } from '../../src/engines/mongodb/engine.ts'
import { mysqlEngine } from '../../src/engines/mysql/engine.ts'
import { postgresEngine } from '../../src/engines/postgres/engine.ts'
import type { OwnerTypes } from '../../src/guard/owner-types.ts'
import { tableName } from '../../src/guard/schema.ts'
import { tenantCandidates } from '../../src/knowledge/catalog/tenant-candidates.ts'
import { newDatabase } from '../engines/mysql/with-mysql.ts'
import { emptyDatabase, onServer } from '../engines/postgres/fixture-database.ts'
import { usePostgres } from '../engines/postgres/use-postgres.ts'
import { mongodbServer, stopMongodbServer } from '../support/mongodb-server.ts'
import { describeWithMysql, mysqlServer, stopMysqlServer } from '../support/mysql-server.ts'
import { startPostgres } from '../support/postgres-server.ts'

const { signal } = new AbortController()
const TENANTS = 10_000
const ROWS = 120_000
const FEWER: readonly number[] = Array.from({ length: TENANTS / 5 }, (_, at) => 5 * at + 1)

/** The candidates of one tenant table with an assumed row count, and the number of statements they took. */
const candidatesOf = async (engine: Engine, address: string, table: string, type: OwnerTypes) => {
  const described = await engine.describe(address, signal)
  const named = described.tables.filter(({ name }) => name === table)
  const schema = { ...described, tables: named.map((one) => ({ ...one, rowCount: ROWS })) }
  const tables = Object.fromEntries(schema.tables.map((one) => [tableName(one), { mode: 'tenant' } as const]))
  const policy = { version: 1, engine: engine.name, tenant: { column: 'tenant_id', type }, tables } as const
  let statements = 0
  const run: Engine['run'] = (...call) => {
    statements += 1
    return engine.run(...call)
  }
  const { name, dialect, guard, describe } = engine
  const counted = { name, dialect, guard, run, describe }
  const source = { engine: counted, address, schema, policy, organizationId: 1, timeoutMs: 60_000, signal }
  return { found: (await tenantCandidates(source)) ?? [], statements: () => statements }
}

/** The quarters of the id range that the tenants fall into. */
const quartersOf = (tenants: readonly string[], numberOf: (tenant: string) => number): readonly number[] =>
  [...new Set(tenants.map((tenant) => Math.floor((4 * numberOf(tenant)) / TENANTS)))].toSorted()

describe('tenant candidates on PostgreSQL', () => {
  const server = usePostgres(startPostgres)
  const engine = postgresEngine({ allowPrivateHosts: true })
  afterAll(() => engine.close())

  it('are spread over the ids of a large table by steps in its index, for any id type', async () => {
    const { address, remove } = await emptyDatabase((await server()).address)
    const written = {
      bigint: 'i % 10000 + 1',
      text: "'tenant-' || lpad((i % 10000)::text, 4, '0')",
      uuid: "(lpad(to_hex((i % 10000)::bigint * 429496), 8, '0') || '-0000-4000-8000-000000000001')::uuid",
    }
    await onServer(address, async (client) => {
      for (const [type, value] of Object.entries(written))
        await client.query(`CREATE TABLE of_${type} AS SELECT ${value} AS tenant_id FROM generate_series(1, ${ROWS}) AS i;
          CREATE INDEX ON of_${type} (tenant_id); ANALYZE of_${type}`)
    })
    const numbers = await candidatesOf(engine, address, 'of_bigint', 'integer')
    expect(quartersOf(numbers.found, (tenant) => Number(tenant) - 1)).toEqual([0, 1, 2, 3])
    expect(numbers.statements()).toBeLessThan(60)
    const texts = await candidatesOf(engine, address, 'of_text', 'string')
    expect(quartersOf(texts.found, (tenant) => Number(tenant.slice('tenant-'.length)))).toEqual([0, 1, 2, 3])
    const uuids = await candidatesOf(engine, address, 'of_uuid', 'string')
    expect(quartersOf(uuids.found, (tenant) => Number.parseInt(tenant.slice(0, 8), 16) / 429_496)).toEqual([0, 1, 2, 3])
    await remove()
  })
})

describeWithMysql('tenant candidates on MariaDB', () => {
  const engine = mysqlEngine({ allowPrivateHosts: true })
  afterAll(async () => {
    await engine.close()
    await stopMysqlServer()
  })

  it('are spread over the ids of a large table by steps in its index', async () => {
    const { admin, address } = await mysqlServer()
    const name = await newDatabase()
    await admin.query(`CREATE TABLE ${name}.spread (tenant_id BIGINT NOT NULL, KEY (tenant_id))`)
    await admin.query(`INSERT INTO ${name}.spread VALUES ${FEWER.map((tenant) => `(${tenant})`).join()}`)
    const { found, statements } = await candidatesOf(engine, address(name), 'spread', 'integer')
    expect(quartersOf(found, (tenant) => Number(tenant) - 1)).toEqual([0, 1, 2, 3])
    expect(statements()).toBeLessThan(60)
  })
})

describe('tenant candidates on MongoDB', () => {
  const engine = mongodbEngine({ allowPrivateHosts: true })
  afterAll(async () => {
    await engine.close()
    await stopMongodbServer()
  })

  it('are spread over the ids of a large collection by steps in its index', async () => {
    const { admin, address, newName } = await mongodbServer()
    const name = newName()
    const collection = admin.db(name).collection('spread')
    await collection.createIndex({ tenant_id: 1 })
    await collection.insertMany(FEWER.map((tenant_id) => ({ tenant_id })))
    const { found, statements } = await candidatesOf(engine, address(name), 'spread', 'integer')
    expect(quartersOf(found, (tenant) => Number(tenant) - 1)).toEqual([0, 1, 2, 3])
    expect(statements()).toBeLessThan(60)
  })
})
