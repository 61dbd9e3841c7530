import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { jest } from '@jest/globals'
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts'
import { type OperatorBench, operatorBench } from './command.ts'
import { askOf, curlOf, load as loadIn, roundTrip } from './demo-round-trip.ts'

/** The machine may be busy. */
jest.setTimeout(600_000)

let bench: OperatorBench
beforeAll(async () => {
  bench = await operatorBench({ worker: true, env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' } })
})
afterAll(() => bench.close())

const load = (...words: string[]) => loadIn(bench, ...words)

describe('tabletalk demo load', () => {
  it('loads into a new SQLite file, prints working commands, and keeps the database id when loaded again', async () => {
    await roundTrip(bench, 'sqlite:./loaded.db', 'sqlite')
  })

  describe('on PostgreSQL', () => {
    let server: PostgresServer
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(() => server.stop())

    it('loads into a database, prints working commands, and keeps the database id when loaded again', async () => {
      await roundTrip(bench, server.address, 'postgres')
    })
  })

  it('drops no table that does not belong to the demo, even with --replace', async () => {
    const file = path.join(bench.folder, 'mine.db')
    const database = new DatabaseSync(file)
    database.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, mine TEXT); INSERT INTO orders (mine) VALUES (1), (2)')
    const { code, err } = await load('--url', `sqlite:${file}`, '--name', 'mine', '--replace')
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/do not belong to the demo.*: orders\./) })
    expect(database.prepare('SELECT count(*) AS n FROM orders').get()).toEqual({ n: 2 })
    database.close()
  })

  it('loads the demo for the organization of --org, and prints commands with the key of that organization', async () => {
    const { json: org } = await bench.run(['org', 'create', '--name', 'Acme', '--plan', 'starter', '--json'])
    const { out } = await load('--url', 'sqlite:./acme.db', '--org', String(org.organization_id), '--name', 'shops')
    expect(out).toContain(`Organization   ${org.organization_id} (Acme)`)
    expect(Object.keys((await bench.shell(curlOf(out))).data.results[0])).toHaveLength(1)
    expect((await bench.run([...askOf(out), 'How many orders are there?', '--json'])).code).toBe(0)
  })

  it('refuses a missing folder and the name of the built-in demo database', async () => {
    const nowhere = await load('--url', 'sqlite:./no/folder/x.db', '--name', 'x')
    expect(nowhere).toMatchObject({ code: 1, out: '', err: expect.stringContaining('folder exists') })
    const own = await load('--url', 'sqlite:./y.db', '--name', 'shops', '--replace')
    expect(own).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Choose another --name') })
  })
})

it('tabletalk demo --help lists its subcommands with examples', async () => {
  expect((await bench.run(['demo', '--help'])).out).toMatch(/load[\s\S]*Examples:/)
  expect((await bench.run(['demo'])).err).toMatch(/Usage: tabletalk demo/)
})
