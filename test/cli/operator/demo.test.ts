import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { jest } from '@jest/globals'
import { newDatabase } from '../../engines/mysql/with-mysql.ts'
import { mongodbServer, stopMongodbServer } from '../../support/mongodb-server.ts'
import { describeWithMysql, mysqlServer, stopMysqlServer } from '../../support/mysql-server.ts'
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts'
import { type OperatorBench, operatorBench } from './command.ts'

/** Every command is a process of its own, and the machine may be busy. */
jest.setTimeout(600_000)

let bench: OperatorBench
beforeAll(async () => {
  bench = await operatorBench({ worker: true, env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' } })
})
afterAll(() => bench.close())

const load = (...words: string[]) => bench.run(['demo', 'load', ...words])

const curlOf = (out: string): string => out.match(/^ {2}curl .*\\\n.*$/m)?.[0] ?? ''
const askOf = (out: string): readonly string[] => (out.match(/npx tabletalk (ask .*) '/)?.[1] ?? '').split(' ')

/** A database that is loaded, asked, kept from a second load, and loaded again. */
const roundTrip = async (url: string, engine: string): Promise<void> => {
  const first = await load('--url', url)
  expect({ code: first.code, err: first.err }).toMatchObject({ code: 0 })
  expect(first.out).toContain(`The demo is in shops-${engine}: `)
  const answer = await bench.shell(curlOf(first.out))
  const [row] = answer.data.results
  expect(Object.values(row)[0]).toBeGreaterThan(0)

  const count = 'How many orders are there?'
  const asked = await bench.run([...askOf(first.out), count, '--json'])
  const elsewhere = await bench.run([...askOf(first.out), count, '--json', '--tenant', '2'])
  expect([asked.code, elsewhere.code]).toEqual([0, 0])
  expect(elsewhere.json.results).not.toEqual(asked.json.results)

  const refused = await load('--url', url)
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/already \(.*--replace/) })
  const taken = await load('--url', url, '--name', 'another', '--json')
  expect(taken).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/orders[\s\S]*--replace/) })

  const again = await load('--url', url, '--replace', '--json')
  expect(again.code).toBe(0)
  expect(again.json).toMatchObject({ engine, replaced: true, tables: 20 })
  expect(first.out).toContain(again.json.database_id)
  expect(first.out).toContain(again.json.key)
  const policy = await bench.run(['database', 'policy', again.json.database_id, '--json'])
  const waiting = policy.json.to_confirm.map(({ table }: { readonly table: string }) => table.replace('public.', ''))
  expect(waiting).toEqual(['platform_audit'])
}

describe('tabletalk demo load', () => {
  it('fills a new SQLite file, which is asked as printed and loaded again under the same id', async () => {
    await roundTrip('sqlite:./loaded.db', 'sqlite')
  })

  describe('on PostgreSQL', () => {
    let server: PostgresServer
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(() => server.stop())

    it('fills a database, which is asked as printed and loaded again under the same id', async () => {
      await roundTrip(server.address, 'postgres')
    })
  })

  describeWithMysql('on MariaDB and MySQL', () => {
    afterAll(stopMysqlServer)

    it('fills a database, which is asked as printed and loaded again under the same id', async () => {
      const { ownerAddress } = await mysqlServer()
      await roundTrip(ownerAddress(await newDatabase()), 'mysql')
    })
  })

  describe('on MongoDB, or the small store that speaks it', () => {
    afterAll(stopMongodbServer)

    it('fills a database, which is asked as printed and loaded again under the same id', async () => {
      const { address, newName } = await mongodbServer()
      await roundTrip(address(newName()), 'mongodb')
    })
  })

  it('drops no table that is not of the demo, whatever it is told', async () => {
    const file = path.join(bench.folder, 'mine.db')
    const database = new DatabaseSync(file)
    database.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, mine TEXT); INSERT INTO orders (mine) VALUES (1), (2)')
    const { code, err } = await load('--url', `sqlite:${file}`, '--name', 'mine', '--replace')
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/not the demo's.*: orders\./) })
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
    expect(own).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Take another --name') })
  })
})

it('shows what the demo command has', async () => {
  expect((await bench.run(['demo', '--help'])).out).toMatch(/load[\s\S]*Examples:/)
  expect((await bench.run(['demo'])).err).toMatch(/Usage: tabletalk demo/)
})
