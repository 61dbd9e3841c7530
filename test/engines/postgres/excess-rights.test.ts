import { randomUUID } from 'node:crypto'
import { postgresEngine } from '../../../src/engines/postgres/engine.ts'
import { startPostgres } from '../../support/postgres-server.ts'
import { never } from '../contract/contract-bench.ts'
import type { LoadedDatabase } from '../contract/engine-adapter.ts'
import { emptyDatabase, onServer } from './fixture-database.ts'
import { usePostgres } from './use-postgres.ts'

const server = usePostgres(startPostgres)
const engine = postgresEngine({ allowPrivateHosts: true })
const role = `role_${randomUUID().replaceAll('-', '')}`

describe('excess rights of a PostgreSQL role', () => {
  let database: LoadedDatabase
  beforeAll(async () => {
    database = await emptyDatabase((await server()).address)
    await onServer(database.address, (client) =>
      client.query(`CREATE SCHEMA "Sales Dep"; CREATE TABLE "Sales Dep".orders (id int); CREATE TABLE notes (id int);
      CREATE ROLE ${role} LOGIN PASSWORD 'x'; GRANT USAGE ON SCHEMA "Sales Dep" TO ${role};
      GRANT SELECT ON ALL TABLES IN SCHEMA public, "Sales Dep" TO ${role}`),
    )
  })
  afterAll(async () => {
    await engine.close()
    await onServer(database.address, (client) => client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`))
    await database.remove()
  })

  const asRole = (name: string, password: string): string => {
    const url = new URL(database.address)
    url.username = name
    url.password = password
    return url.href
  }

  /** @param revert undoes `change` afterwards */
  const rightsWith = async (change: string, revert: string): Promise<readonly string[]> => {
    await onServer(database.address, (client) => client.query(change))
    try {
      return (await engine.inspect.excessRights?.(asRole(role, 'x'), never()))?.rights ?? ['not reported']
    } finally {
      await onServer(database.address, (client) => client.query(revert))
    }
  }

  it('are reported for a superuser, and not for a read-only role', async () => {
    expect((await engine.inspect.excessRights?.(database.address, never()))?.rights).toEqual([
      expect.stringContaining('superuser'),
    ])
    expect(await rightsWith('SELECT 1', 'SELECT 1')).toEqual([])
  })

  it.each([
    [`GRANT INSERT ON notes TO ${role}`, `REVOKE INSERT ON notes FROM ${role}`, 'can write to public.notes'],
    [
      `GRANT UPDATE (id) ON "Sales Dep".orders TO ${role}`,
      `REVOKE UPDATE (id) ON "Sales Dep".orders FROM ${role}`,
      'can write to Sales Dep.orders',
    ],
    [
      `GRANT pg_read_server_files, pg_execute_server_program TO ${role}`,
      `REVOKE pg_read_server_files, pg_execute_server_program FROM ${role}`,
      'has the role pg_read_server_files, pg_execute_server_program',
    ],
    [`ALTER ROLE ${role} CREATEROLE`, `ALTER ROLE ${role} NOCREATEROLE`, 'can create roles'],
    [
      `GRANT CREATE ON SCHEMA public TO ${role}`,
      `REVOKE CREATE ON SCHEMA public FROM ${role}`,
      'can create tables in public',
    ],
  ])('are reported after %s', async (change, revert, right) => {
    expect(await rightsWith(change, revert)).toEqual([right])
  })

  it('are none for the role that the advice creates, which can read the schema', async () => {
    const advice = (await engine.inspect.excessRights?.(database.address, never()))?.advice ?? []
    await onServer(database.address, (client) => client.query(advice.join('\n')))
    const address = asRole('tabletalk_reader', 'choose-a-password')
    try {
      expect((await engine.inspect.excessRights?.(address, never()))?.rights).toEqual([])
      expect((await engine.describe(address, never())).tables.map(({ name }) => name)).toEqual(['orders', 'notes'])
    } finally {
      await onServer(database.address, (client) =>
        client.query('DROP OWNED BY tabletalk_reader; DROP ROLE tabletalk_reader'),
      )
    }
  })
})
