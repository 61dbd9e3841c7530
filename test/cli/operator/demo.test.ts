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
  it('fills a new SQLite file, which is asked as printed and loaded again under the same id', async () => {
    await roundTrip(bench, 'sqlite:./loaded.db', 'sqlite')
  })

  describe('on PostgreSQL', () => {
    let server: PostgresServer
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(() => server.stop())

    it('fills a database, which is asked as printed and loaded again under the same id', async () => {
      await roundTrip(bench, server.address, 'postgres')
    })
  })

  it('drops no table that is not of the demo, with every option', async () => {
    const file = path.join(bench.folder, 'mine.db')
    const database = new DatabaseSync(file)
    database.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, mine TEXT); INSERT INTO orders (mine) VALUES (1), (2)')
    const { code, err } = await load('--url', `sqlite:${file}`, '--name', 'mine', '--replace')
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/do not belong to the demo.*: orders\./) })
    expect(database.prepare('SELECT count(*) AS n FROM orders').get()).toEqual({ n: 2 })
    database.close()
  })

  it('belongs to the organization that is named, and is asked with its own key', async () => {
    const { json: made } = await bench.run(['org', 'create', '--name', 'Acme', '--plan', 'starter', '--json'])
    const { out } = await load('--url', 'sqlite:./acme.db', '--org', String(made.organization_id), '--name', 'shops')
    expect(out).toContain(`Organization   ${made.organization_id} (Acme)`)
    expect(Object.keys((await bench.shell(curlOf(out))).data.results[0])).toHaveLength(1)
    expect((await bench.run([...askOf(out), 'How many orders are there?', '--json'])).code).toBe(0)
  })

  it('says what is in the way', async () => {
    const nowhere = await load('--url', 'sqlite:./no/folder/x.db', '--name', 'x')
    expect(nowhere).toMatchObject({ code: 1, out: '', err: expect.stringContaining('folder exists') })
    const own = await load('--url', 'sqlite:./y.db', '--name', 'shops', '--replace')
    expect(own).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Choose another --name') })
  })
})

it('shows what the demo command has', async () => {
  expect((await bench.run(['demo', '--help'])).out).toMatch(/load[\s\S]*Examples:/)
  expect((await bench.run(['demo'])).err).toMatch(/Usage: tabletalk demo/)
})
