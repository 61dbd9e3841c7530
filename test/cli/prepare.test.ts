import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { execa } from 'execa'
import { connectStore } from '../../src/store/connection.ts'
import { MIGRATIONS } from '../../src/store/readiness/migrations.ts'
import { VERSION_COLLECTION } from '../../src/store/readiness/store-version.ts'
import { tcpProxy } from '../support/tcp-proxy.ts'
import { testServers } from '../support/test-servers.ts'
import { CommandProcess } from './command-process.ts'

const [commands, otherCommands] = [new CommandProcess(), new CommandProcess()]
afterAll(() => Promise.all([commands.close(), otherCommands.close()]))

const MAIN = path.resolve(import.meta.dirname, '../../src/cli/main.ts')
const servers = testServers()
const newUri = () => `${servers.mongoUri}t${randomUUID().replaceAll('-', '')}`
const UNSET = { TABLETALK_SECRET: '', TEMPORAL_ADDRESS: '' }
const prepare = (env: Readonly<Record<string, string>>, ...words: string[]) =>
  commands.run({ words: ['prepare', '--json', ...words], env: { ...UNSET, ...env } })

describe('tabletalk prepare', () => {
  it('creates indexes, runs migrations and declares search attributes, and is idempotent', async () => {
    const env = { MONGODB_URI: newUri(), TEMPORAL_ADDRESS: servers.temporalAddress }
    const first = await prepare(env)
    expect([first.code, first.err]).toEqual([0, ''])
    const { version, migrations, indexes, search_attributes } = JSON.parse(first.out)
    const numbers = MIGRATIONS.map(({ number }) => number)
    expect({ version, migrations, search_attributes }).toEqual({
      version: numbers.length,
      migrations: numbers,
      search_attributes: true,
    })
    expect(indexes).toEqual({ standing: indexes.made, made: indexes.standing, missing: [] })
    const again = await prepare(env)
    expect(JSON.parse(again.out)).toEqual({
      version,
      migrations: [],
      search_attributes: true,
      indexes: { standing: indexes.standing, made: 0, missing: [] },
    })
  })

  it('runs each migration once when two processes run it concurrently', async () => {
    const env = { MONGODB_URI: newUri() }
    const words = ['prepare', '--json']
    const both = await Promise.all(
      [commands, otherCommands].map((commandProcess) => commandProcess.run({ words, env: { ...UNSET, ...env } })),
    )
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    const done = both.flatMap(({ out }) => JSON.parse(out).migrations)
    expect(done).toEqual([...new Set(done)])
  })

  it('waits for the store up to --wait seconds, and reports the wait once', async () => {
    const proxy = await tcpProxy(Number(new URL(servers.mongoUri).port))
    proxy.cut()
    const store = new URL(newUri())
    store.port = String(proxy.port)
    const MONGODB_URI = `${store.href}?serverSelectionTimeoutMS=100`
    const late = await prepare({ MONGODB_URI }, '--wait', '0')
    expect([late.code, late.err]).toEqual([1, expect.stringMatching(/^The store at .* cannot be reached/)])
    const waiting = execa(process.execPath, [MAIN, 'prepare', '--wait', '60'], { env: { ...UNSET, MONGODB_URI } })
    waiting.stderr.once('data', proxy.mend)
    const { exitCode, stderr } = await waiting
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringMatching(/^The store at .* cannot be reached.* Trying again\.$/),
    ])
    await proxy.close()
  })

  it('reports the address of an unreachable Temporal server, and an unknown namespace', async () => {
    const run = (env: object) => prepare({ MONGODB_URI: newUri(), ...env }, '--wait', '0')
    const silent = await run({ TEMPORAL_ADDRESS: '127.0.0.1:9' })
    expect([silent.code, silent.err]).toEqual([
      1,
      'Temporal cannot be reached at 127.0.0.1:9: connection refused. Check that Temporal is running, and check TEMPORAL_ADDRESS.',
    ])
    const other = await run({ TEMPORAL_ADDRESS: servers.temporalAddress, TEMPORAL_NAMESPACE: 'nowhere' })
    expect([other.code, other.err]).toEqual([1, expect.stringMatching(/has no namespace nowhere/)])
  })

  it('refuses a store that a newer version has prepared, as every command does, and changes nothing', async () => {
    const uri = newUri()
    const connection = await connectStore(uri)
    const newer = { _id: 'store', version: 999, needs: 999 }
    await connection.collection<{ _id: string }>(VERSION_COLLECTION).insertOne(newer)
    const env = { MONGODB_URI: uri, TABLETALK_SECRET: 'a secret of at least 32 characters, for sure' }
    const refusal = expect.stringMatching(/^The store was prepared by a newer version of Tabletalk \(store version 999/)
    expect(await prepare(env)).toMatchObject({ code: 1, out: '', err: refusal })
    const words = ['org', 'create', '--name', 'A', '--plan', 'free']
    expect(await commands.run({ words, env: { ...UNSET, ...env } })).toMatchObject({ code: 1, out: '', err: refusal })
    const found = await connection.collection(VERSION_COLLECTION).find({}).toArray()
    const names = ((await connection.db?.listCollections().toArray()) ?? []).map(({ name }) => name)
    await connection.close()
    expect([found, names]).toEqual([[newer], [VERSION_COLLECTION]])
  })

  it('exits with 1 and names the index that could not be created, without showing values', async () => {
    const uri = newUri()
    const connection = await connectStore(uri)
    const twice = { organizationId: 1, nameKey: 'secret name' }
    await connection.collection<{ _id: string }>('personalities').insertMany([
      { _id: 'one', ...twice },
      { _id: 'two', ...twice },
    ])
    await connection.close()
    const { code, out, err } = await prepare({ MONGODB_URI: uri }, '--wait', '0')
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^The index of personalities \(organizationId, nameKey\) is missing: several documents/),
    ])
    expect(JSON.parse(out).indexes.missing).toHaveLength(1)
    expect(out + err).not.toContain('secret')
  })
})
