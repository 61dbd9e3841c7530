import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { addressOf } from '../../../src/engines/postgres/connect/address.ts'
import { Session } from '../../../src/engines/postgres/connect/session.ts'
import { readTexts } from '../../../src/engines/postgres/describe/read-texts.ts'
import { transactionStart } from '../../../src/engines/postgres/run/transaction-start.ts'
import type { PostgresServer } from '../../support/postgres-server.ts'
import { waitFor } from '../../support/wait-for.ts'
import { never } from '../contract/contract-bench.ts'
import { onServer } from './fixture-database.ts'

/** Guarantees of the engine's transaction on this server, which hold without a guard. */
export const transactionSuite = (server: () => Promise<PostgresServer>): void => {
  let session: Session
  const begin = async (leftMs = 60_000, tag = 'turn-1') => {
    await session.exec(transactionStart({ leftMs, tag, serverVersion: session.serverVersion }))
  }
  beforeAll(async () => {
    const { address } = await server()
    await onServer(address, (client) => client.query('CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)'))
  })
  beforeEach(async () => {
    const { address } = await server()
    session = await Session.open(addressOf(address), { allowPrivateHosts: true, connectMs: 30_000 }, never())
    await begin()
  })
  afterEach(() => session.close())

  it.each([
    ['INSERT INTO public.kept VALUES (2)', '25006'],
    ['UPDATE public.kept SET id = 2', '25006'],
    ['DELETE FROM public.kept', '25006'],
    ['WITH gone AS (DELETE FROM public.kept RETURNING *) SELECT * FROM gone', '25006'],
    ['CREATE TABLE public.more (id int)', '25006'],
    ['TRUNCATE public.kept', '25006'],
    ['SELECT * FROM public.kept FOR UPDATE', '25006'],
    ['SET TRANSACTION READ WRITE', undefined],
    ['SELECT 1; DELETE FROM public.kept', '42601'],
    ['SELECT 1; COMMIT', '42601'],
    ['SELECT * FROM kept', '42P01'],
  ])('does not run %s', async (statement, code) => {
    const failed = readTexts(session, statement)
    await (code === undefined ? failed.catch(() => {}) : expect(failed).rejects.toMatchObject({ code }))
    const rows = await onServer((await server()).address, (client) => client.query('SELECT id FROM kept'))
    expect(rows.rows).toEqual([{ id: '1' }])
  })

  it.each([
    "COPY public.kept TO '/tmp/kept'",
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "COPY public.kept FROM PROGRAM 'echo 2'",
    "SELECT pg_read_file('PG_VERSION')",
    "SELECT pg_ls_dir('.')",
    "SELECT lo_export(1, '/tmp/kept')",
    "SELECT lo_import('/etc/passwd')",
    'SET ROLE tester',
    "SELECT set_config('role', 'tester', true)",
    "SELECT nextval('public.numbers')",
    'SELECT pg_reload_conf()',
  ])('of a read-only role does not run %s', async (statement) => {
    const { address } = await server()
    await onServer(address, (client) =>
      client.query(`CREATE SEQUENCE IF NOT EXISTS public.numbers; DROP ROLE IF EXISTS reader;
        CREATE ROLE reader LOGIN PASSWORD 'reader'`),
    )
    const url = new URL(address)
    Object.assign(url, { username: 'reader', password: 'reader' })
    const options = { allowPrivateHosts: true, connectMs: 30_000 }
    const reader = await Session.open(addressOf(url.href), options, never())
    await reader.exec(transactionStart({ leftMs: 60_000, tag: 'reader', serverVersion: reader.serverVersion }))
    await expect(readTexts(reader, statement)).rejects.toBeInstanceOf(pg.DatabaseError)
    await reader.close()
  })

  it('is cancelled by the server at its time limit', async () => {
    await session.exec('ROLLBACK')
    await begin(200)
    await expect(readTexts(session, 'SELECT pg_sleep(600)')).rejects.toMatchObject({ code: '57014' })
  })

  it('is ended by the server when it stays idle', async () => {
    await session.exec('ROLLBACK')
    await begin(1)
    await waitFor('the end of the connection', async () => !session.isUsable)
    await expect(readTexts(session, 'SELECT 1')).rejects.toThrow()
  })

  it('names its turn in application_name, with unsafe characters replaced', async () => {
    await session.exec('ROLLBACK')
    await begin(60_000, "turn/7'; DROP TABLE kept; --")
    const rows = await readTexts(session, 'SELECT application_name FROM pg_stat_activity WHERE pid = pg_backend_pid()')
    expect(rows).toEqual([['tabletalk turn_7___DROP_TABLE_kept__--']])
  })

  it('leaves no settings in the session after ROLLBACK', async () => {
    const settings = "SELECT name, setting FROM pg_settings WHERE context = 'user' ORDER BY name"
    await session.exec('ROLLBACK')
    const before = await readTexts(session, settings)
    await begin()
    expect(await readTexts(session, settings)).not.toEqual(before)
    await session.exec('ROLLBACK')
    expect(await readTexts(session, settings)).toEqual(before)
  })

  it('runs after a failed transaction in the same session', async () => {
    await expect(readTexts(session, 'SELECT nothing')).rejects.toBeInstanceOf(pg.DatabaseError)
    await session.exec('ROLLBACK')
    await begin()
    expect(await readTexts(session, 'SELECT $1::text', ["it's"])).toEqual([["it's"]])
  })

  it('ends after its client process is killed', async () => {
    const { address } = await server()
    const folder = new URL('../../../src/engines/postgres/', import.meta.url).href
    const script = `
      const { Session } = await import(${JSON.stringify(`${folder}connect/session.ts`)})
      const { addressOf } = await import(${JSON.stringify(`${folder}connect/address.ts`)})
      const { transactionStart } = await import(${JSON.stringify(`${folder}run/transaction-start.ts`)})
      const options = { allowPrivateHosts: true, connectMs: 30_000 }
      const session = await Session.open(addressOf(${JSON.stringify(address)}), options, new AbortController().signal)
      await session.exec(transactionStart({ leftMs: 600_000, tag: 'killed', serverVersion: session.serverVersion }))
      await session.read('SELECT count(*) FROM generate_series(1, 1000000000000)', [], { fields() {}, row: () => true })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
    const running = () =>
      onServer(address, async (client) => {
        const text = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'tabletalk killed' AND state = 'active'"
        return (await client.query(text)).rows.length > 0
      })
    await waitFor('the statement', running)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await waitFor('the end of the statement', async () => !(await running()))
  })
}
