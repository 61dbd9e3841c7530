import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { jest } from '@jest/globals'
import { onServer } from '../../engines/postgres/fixture-database.ts'
import { makeAuthority } from '../../support/certificates.ts'
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts'
import { type OperatorBench, operatorBench } from './command.ts'
import { crmFile } from './crm-file.ts'

/** The machine may be busy. */
jest.setTimeout(240_000)

let bench: OperatorBench
let server: PostgresServer
beforeAll(async () => {
  bench = await operatorBench({ env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' } })
  server = await startPostgres()
  await onServer(server.address, (client) =>
    client.query('CREATE TABLE orders (id int PRIMARY KEY, tenant_id int NOT NULL); INSERT INTO orders VALUES (1, 1)'),
  )
})
afterAll(async () => {
  await bench?.close()
  await server?.stop()
})

const env = { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' }
const run = (...words: string[]) => bench.run(words, { env })

describe('tabletalk database add with a PostgreSQL server', () => {
  it('warns about a database user with more than read rights, and prints how to create a read-only one', async () => {
    const words = ['--org', '1', '--name', 'pg', '--url', server.address, '--scoped', '--json']
    const { json, err } = await run('database', 'add', ...words)
    expect(json.excess_rights).toEqual([expect.stringContaining('superuser')])
    expect(err).toMatch(/user is a superuser[\s\S]*CREATE ROLE tabletalk_reader LOGIN[\s\S]*GRANT SELECT ON ALL TABLES/)
    const tried = await run('database', 'test', json.database_id, '--json')
    expect(tried.json).toMatchObject({ ok: true, excess_rights: [expect.stringContaining('superuser')] })
    expect(tried.err).toContain('CREATE ROLE tabletalk_reader')
    const { json: doctor } = await run('doctor', '--json')
    expect(doctor.findings).toContainEqual(
      expect.objectContaining({
        what: 'database pg',
        detail: expect.stringContaining('the database user is a superuser'),
      }),
    )
  })

  it.each([
    ['a missing file', 'no.pem', /^There is no no\.pem/],
    ['a file without a certificate', 'text.pem', /text\.pem contains no PEM certificate/],
    ['an address of a server without TLS', 'ca.pem', /does not offer TLS.*sslmode/],
  ])('refuses --ca with %s', async (_, file, expected) => {
    await writeFile(path.join(bench.folder, 'text.pem'), 'nothing')
    await writeFile(path.join(bench.folder, 'ca.pem'), makeAuthority().cert)
    const words = ['--org', '1', '--name', `with ${file}`, '--url', server.address, '--ca', file]
    const refused = await run('database', 'add', ...words, '--json')
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(expected) })
  })

  it('refuses --ca for an SQLite file', async () => {
    await writeFile(path.join(bench.folder, 'ca.pem'), makeAuthority().cert)
    const words = ['--org', '1', '--name', 'file', '--url', `sqlite:${crmFile(bench.folder)}`, '--ca', 'ca.pem']
    expect(await run('database', 'add', ...words)).toMatchObject({ code: 1, err: expect.stringContaining('--ca') })
  })
})
