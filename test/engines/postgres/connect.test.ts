import { inspect } from 'node:util'
import getPort from 'get-port'
import { postgresEngine } from '../../../src/engines/postgres/engine.ts'
import { Problem } from '../../../src/platform/problems/problem.ts'
import { startPostgres } from '../../support/postgres-server.ts'
import { never } from '../contract/contract-bench.ts'
import { fakeServer } from './fake-server.ts'
import { onServer } from './fixture-database.ts'
import { usePostgres } from './use-postgres.ts'

const server = usePostgres(startPostgres)
const SECRET = 'kept-for-ourselves'

/** The address of the test server with some parts replaced. */
const withOther = async (other: Partial<Pick<URL, 'username' | 'password' | 'pathname' | 'search'>>): Promise<string> =>
  Object.assign(new URL((await server()).address), other).href

const resultAt = async (address: string, allowPrivateHosts = true): Promise<unknown> => {
  const engine = postgresEngine({ allowPrivateHosts })
  const result: unknown = await engine.describe(address, never()).catch((error: unknown) => error)
  await engine.close()
  return result
}

/** Everything that a log can print of an error, with causes and hidden properties. */
const printed = (error: unknown): string => inspect(error, { depth: 20, showHidden: true })

describe('PostgreSQL connection', () => {
  it.each<[string, string, () => Promise<string>]>([
    [
      'no server at the port',
      'database_unreachable',
      async () => `postgres://u:${SECRET}@127.0.0.1:${await getPort()}/x`,
    ],
    ['an unknown host', 'database_unreachable', async () => `postgres://u:${SECRET}@nowhere.invalid/x`],
    ['an unknown database', 'database_unreachable', () => withOther({ pathname: '/nowhere' })],
    ['a wrong password', 'database_login_failed', () => withOther({ password: SECRET })],
    ['no password', 'database_login_failed', () => withOther({ password: '' })],
    ['an unknown user', 'database_login_failed', () => withOther({ username: 'nobody', password: SECRET })],
    ['TLS that the server does not offer', 'database_unreachable', () => withOther({ search: 'sslmode=require' })],
    [
      'verified TLS that the server does not offer',
      'database_unreachable',
      () => withOther({ search: 'sslmode=verify-full' }),
    ],
  ])('with %s fails with %s and an error that does not contain the password', async (_, problem, address) => {
    const url = await address()
    const error = await resultAt(url)
    expect(error).toMatchObject({ problem })
    const password = decodeURIComponent(new URL(url).password) || SECRET
    for (const secret of [password, encodeURIComponent(password)]) expect(printed(error)).not.toContain(secret)
  })

  it('reports whether the server or the database is missing', async () => {
    const noServer = await resultAt(`postgres://u:p@127.0.0.1:${await getPort()}/x`)
    expect(noServer).toMatchObject({ message: expect.stringContaining('nothing listens'), transient: true })
    const noDatabase = await resultAt(await withOther({ pathname: '/nowhere' }))
    expect(noDatabase).toMatchObject({ message: 'The server has no database of this name.', transient: false })
  })

  it('reports that a user with the correct password lacks CONNECT', async () => {
    await onServer((await server()).address, async (client) => {
      await client.query(`CREATE ROLE outsider LOGIN PASSWORD '${SECRET}'`)
      await client.query('CREATE DATABASE closed')
      await client.query('REVOKE CONNECT ON DATABASE closed FROM PUBLIC')
    })
    const error = await resultAt(await withOther({ username: 'outsider', password: SECRET, pathname: '/closed' }))
    expect(error).toMatchObject({ problem: 'database_login_failed', message: expect.stringContaining('CONNECT') })
    expect(printed(error)).not.toContain(SECRET)
  })

  it('to a private host in any spelling is refused before a packet is sent', async () => {
    const fake = await fakeServer(() => {})
    for (const host of [
      '127.0.0.1',
      'localhost',
      '127.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0.0.0.0',
    ])
      expect(await resultAt(`postgres://u:p@${host}:${fake.port}/x`, false)).toMatchObject({
        problem: 'database_unreachable',
        message: expect.stringMatching(/private|not found/),
      })
    expect(fake.connections()).toBe(0)
    await fake.close()
  })
})

describe('libpq environment variables of the process', () => {
  const VARIABLES = {
    PGUSER: 'tester',
    PGPASSWORD: 'open:s@same%',
    PGDATABASE: 'postgres',
    PGHOST: 'nowhere.invalid',
    PGPORT: '1',
    PGOPTIONS: '-c search_path=stolen',
    PGAPPNAME: 'stolen',
    PGSSLMODE: 'verify-full',
    PGREPLICATION: 'database',
    PGCLIENT_ENCODING: 'LATIN1',
    PGSSLNEGOTIATION: 'direct',
    PGCONNECT_TIMEOUT: '1',
    PGPASSFILE: '/nowhere',
  }
  beforeEach(() => Object.assign(process.env, VARIABLES))
  afterEach(() => {
    for (const name of Object.keys(VARIABLES)) delete process.env[name]
  })

  it('supply no password to a PostgreSQL connection', async () => {
    expect(await resultAt(await withOther({ password: '' }))).toMatchObject({
      problem: 'database_login_failed',
    })
  })

  it('supply no user to a PostgreSQL connection', async () => {
    const error = await resultAt(await withOther({ username: '' }))
    expect(error).toMatchObject({ problem: 'database_unreachable', message: expect.stringContaining('user') })
  })

  it('add nothing to the startup message of a PostgreSQL connection', async () => {
    const received: string[] = []
    const fake = await fakeServer((socket, what, data) => {
      received.push(data.toString('latin1'))
      if (what === 'tls') socket.write('N')
      else socket.destroy()
    })
    await resultAt(`postgres://u:p@127.0.0.1:${fake.port}/x`)
    await fake.close()
    expect(received.at(-1)?.slice(8)).toBe(
      'user\0u\0database\0x\0application_name\0tabletalk\0client_encoding\0UTF8\0\0',
    )
  })
})

describe('PostgreSQL connection pool', () => {
  it('reuses a connection to the same address, and closes it with the engine', async () => {
    const { address } = await server()
    await onServer(address, (client) => client.query('CREATE TABLE IF NOT EXISTS kept (id int)'))
    const engine = postgresEngine({ allowPrivateHosts: true })
    const count = () =>
      onServer(address, async (client) => {
        const text =
          "SELECT count(*)::text AS n, min(pid)::text AS pid FROM pg_stat_activity WHERE application_name = 'tabletalk'"
        return (await client.query<{ n: string; pid: string }>(text)).rows[0]
      })
    await engine.describe(address, never())
    const first = await count()
    expect(first?.n).toBe('1')
    await engine.describe(address, never())
    expect(await count()).toEqual(first)
    // A connection that the server terminated is replaced without an error.
    await onServer(address, (client) => client.query(`SELECT pg_terminate_backend(${first?.pid})`))
    expect((await engine.describe(address, never())).tables).toHaveLength(1)
    await engine.close()
    expect((await count())?.n).toBe('0')
  })

  it('refuses a connection with a problem after the engine is closed', async () => {
    const engine = postgresEngine({ allowPrivateHosts: true })
    await engine.close()
    const { address } = await server()
    await expect(engine.describe(address, never())).rejects.toBeInstanceOf(Problem)
  })
})
