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

/** The address of the server, with something else in it. */
const withOther = async (other: Partial<Pick<URL, 'username' | 'password' | 'pathname' | 'search'>>): Promise<string> =>
  Object.assign(new URL((await server()).address), other).href

const toldOf = async (address: string, allowPrivateHosts = true): Promise<unknown> => {
  const engine = postgresEngine({ allowPrivateHosts })
  const told: unknown = await engine.describe(address, never()).catch((error: unknown) => error)
  await engine.close()
  return told
}

/** All that a log could print of an error, causes and hidden properties included. */
const allOf = (error: unknown): string => inspect(error, { depth: 20, showHidden: true })

describe('an address that leads nowhere', () => {
  it.each<[string, string, () => Promise<string>]>([
    ['nobody listens', 'database_unreachable', async () => `postgres://u:${SECRET}@127.0.0.1:${await getPort()}/x`],
    ['no such host', 'database_unreachable', async () => `postgres://u:${SECRET}@nowhere.invalid/x`],
    ['no such database', 'database_unreachable', () => withOther({ pathname: '/nowhere' })],
    ['a wrong password', 'database_login_failed', () => withOther({ password: SECRET })],
    ['no password', 'database_login_failed', () => withOther({ password: '' })],
    ['no such user', 'database_login_failed', () => withOther({ username: 'nobody', password: SECRET })],
    ['TLS that is not offered', 'database_unreachable', () => withOther({ search: 'sslmode=require' })],
    ['TLS to be checked', 'database_unreachable', () => withOther({ search: 'sslmode=verify-full' })],
  ])('is told apart, without its secrets: %s', async (_, problem, address) => {
    const url = await address()
    const told = await toldOf(url)
    expect(told).toMatchObject({ problem })
    const password = decodeURIComponent(new URL(url).password) || SECRET
    for (const secret of [password, encodeURIComponent(password)]) expect(allOf(told)).not.toContain(secret)
  })

  it('says what is missing there', async () => {
    const nobody = await toldOf(`postgres://u:p@127.0.0.1:${await getPort()}/x`)
    expect(nobody).toMatchObject({ message: expect.stringContaining('nothing listens'), transient: true })
    const elsewhere = await toldOf(await withOther({ pathname: '/nowhere' }))
    expect(elsewhere).toMatchObject({ message: 'The server has no database of this name.', transient: false })
  })

  it('says that a user may not connect, whose password is right', async () => {
    await onServer((await server()).address, async (client) => {
      await client.query(`CREATE ROLE outsider LOGIN PASSWORD '${SECRET}'`)
      await client.query('CREATE DATABASE closed')
      await client.query('REVOKE CONNECT ON DATABASE closed FROM PUBLIC')
    })
    const told = await toldOf(await withOther({ username: 'outsider', password: SECRET, pathname: '/closed' }))
    expect(told).toMatchObject({ problem: 'database_login_failed', message: expect.stringContaining('CONNECT') })
    expect(allOf(told)).not.toContain(SECRET)
  })

  it('on a private host is refused before a packet is sent, however it is spelled', async () => {
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
      expect(await toldOf(`postgres://u:p@${host}:${fake.port}/x`, false)).toMatchObject({
        problem: 'database_unreachable',
        message: expect.stringMatching(/private|not found/),
      })
    expect(fake.connections()).toBe(0)
    await fake.close()
  })
})

describe('the environment of this process', () => {
  const VARIABLES = {
    ...{ PGUSER: 'tester', PGPASSWORD: 'open:s@same%', PGDATABASE: 'postgres', PGHOST: 'nowhere.invalid', PGPORT: '1' },
    ...{ PGOPTIONS: '-c search_path=stolen', PGAPPNAME: 'stolen', PGSSLMODE: 'verify-full', PGREPLICATION: 'database' },
    ...{ PGCLIENT_ENCODING: 'LATIN1', PGSSLNEGOTIATION: 'direct', PGCONNECT_TIMEOUT: '1', PGPASSFILE: '/nowhere' },
  }
  beforeEach(() => Object.assign(process.env, VARIABLES))
  afterEach(() => {
    for (const name of Object.keys(VARIABLES)) delete process.env[name]
  })

  it('gives a connection no password', async () => {
    expect(await toldOf(await withOther({ password: '' }))).toMatchObject({
      problem: 'database_login_failed',
    })
  })

  it('gives a connection no user', async () => {
    const told = await toldOf(await withOther({ username: '' }))
    expect(told).toMatchObject({ problem: 'database_unreachable', message: expect.stringContaining('user') })
  })

  it('sends a server nothing', async () => {
    const said: string[] = []
    const fake = await fakeServer((socket, what, data) => {
      said.push(data.toString('latin1'))
      if (what === 'tls') socket.write('N')
      else socket.destroy()
    })
    await toldOf(`postgres://u:p@127.0.0.1:${fake.port}/x`)
    await fake.close()
    expect(said.at(-1)?.slice(8)).toBe('user\0u\0database\0x\0application_name\0tabletalk\0client_encoding\0UTF8\0\0')
  })
})

describe('connections', () => {
  it('are kept for the next one of the same address, and closed with the engine', async () => {
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
    // A connection that the server ended is replaced, and nobody notices.
    await onServer(address, (client) => client.query(`SELECT pg_terminate_backend(${first?.pid})`))
    expect((await engine.describe(address, never())).tables).toHaveLength(1)
    await engine.close()
    expect((await count())?.n).toBe('0')
  })

  it('end with a problem when the engine is closed', async () => {
    const engine = postgresEngine({ allowPrivateHosts: true })
    await engine.close()
    const { address } = await server()
    await expect(engine.describe(address, never())).rejects.toBeInstanceOf(Problem)
  })
})
