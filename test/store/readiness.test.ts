import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { DEFAULT_PERSONALITY } from '../../src/manage/personalities/rules/personality.ts'
import { connectStore } from '../../src/store/connection.ts'
import { migrate } from '../../src/store/readiness/migrate.ts'
import { MIGRATIONS, type Migration } from '../../src/store/readiness/migrations.ts'
import type { MissingIndex } from '../../src/store/readiness/missing-index.ts'
import { versionRecord } from '../../src/store/readiness/store-version.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import { StoreTooNew } from '../../src/store/store-unusable.ts'
import { testServers } from '../support/test-servers.ts'
import { SERVER } from './store-fixture.ts'

const KEYS = {
  addresses: { seal: (text: Uint8Array) => text, open: (text: Uint8Array) => text },
  pepper: Buffer.alloc(32),
}
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
})

const newUri = () => `${testServers().mongoUri}t${randomUUID().replaceAll('-', '')}`
const connect = async (uri = newUri()): Promise<Connection> => {
  const connection = await connectStore(uri)
  open.push(connection)
  return connection
}
const FIELDS = { organizationId: 1, databaseId: 'shop', query: 'any', verifiedBy: 'Ann', createdAt: new Date(0) }
const PATTERN = { question: 'How many?', query: 'any', verifiedBy: 'Ann' }

describe('indexes of the store', () => {
  /** A store in which a unique index cannot be created. */
  const duplicated = async () => {
    const uri = newUri()
    const raw = await connect(uri)
    const twice = { ...FIELDS, questionKey: 'secret question', question: 'secret question' }
    await raw.collection<{ _id: string }>('patterns').insertMany([
      { _id: 'one', ...twice },
      { _id: 'two', ...twice },
    ])
    const reported: (readonly MissingIndex[])[] = []
    const hasReported = Promise.withResolvers<void>()
    const onMissing = (missing: readonly MissingIndex[]) => {
      reported.push(missing)
      hasReported.resolve()
    }
    const again = Promise.withResolvers<void>()
    const options = { firstRetryMs: 3_600_000, pause: () => again.promise, onMissing }
    const store = createStore(await connectStore(uri), KEYS, undefined, options)
    open.push(store)
    await hasReported.promise
    return { raw, store, reported, tryAgain: again.resolve }
  }

  it('that cannot be created are reported with a remedy and without any document data', async () => {
    const { store, reported } = await duplicated()
    expect(store.missingIndexes()).toEqual([
      'the index of patterns (organizationId, databaseId, questionKey) is missing: several documents have the same organizationId, databaseId, questionKey: change or remove all but one of them',
    ])
    expect(JSON.stringify(reported)).not.toContain('secret')
  })

  it('that could not be created are created by retries, and meanwhile no unique name is accepted', async () => {
    const { raw, store, tryAgain } = await duplicated()
    await expect(store.patterns.add(SERVER, 'shop', PATTERN)).rejects.toMatchObject({ problem: 'store_unavailable' })
    expect(await store.patterns.count(SERVER, 'shop')).toBe(2)
    expect(await store.personalities.add(SERVER, { name: 'Ann', ...DEFAULT_PERSONALITY })).toBeDefined()
    await raw.collection<{ _id: string }>('patterns').deleteOne({ _id: 'two' })
    tryAgain()
    await store.untilReady()
    expect(store.missingIndexes()).toEqual([])
    const both = await Promise.all([
      store.patterns.add(SERVER, 'shop', PATTERN),
      store.patterns.add(SERVER, 'shop', PATTERN),
    ])
    expect(both.filter((one) => one === undefined)).toHaveLength(1)
  })

  it('are created by several concurrent processes', async () => {
    const uri = newUri()
    const stores = await Promise.all(
      Array.from({ length: 4 }, async (): Promise<Store> => createStore(await connectStore(uri), KEYS)),
    )
    open.push(...stores)
    await Promise.all(stores.map((store) => store.untilReady()))
    const made = await Promise.all(
      stores.map((store) => store.personalities.add(SERVER, { name: 'Ann', ...DEFAULT_PERSONALITY })),
    )
    expect(made.filter((one) => one !== undefined)).toHaveLength(1)
  })
})

describe('migrations', () => {
  const TIMES = { takeoverMs: 60, beatMs: 5, pollMs: 2 }
  const { signal } = new AbortController()
  /** Writes a note each time it runs. */
  const noteMigration = (number: number, more: Partial<Migration> = {}): Migration => ({
    number,
    name: `note ${number}`,
    needs: number - 1,
    run: async (connection) => {
      await connection.collection('notes').insertOne({ number })
    },
    ...more,
  })
  const notes = async (connection: Connection) =>
    (await connection.collection('notes').find({}).toArray()).map(({ number }) => number)

  it('run in order and once across concurrent processes', async () => {
    const uri = newUri()
    const all = await Promise.all(Array.from({ length: 5 }, () => connect(uri)))
    const migrations = [noteMigration(1), noteMigration(2), noteMigration(3)]
    const run = () => Promise.all(all.map((one) => migrate(one, { signal, migrations, times: TIMES })))
    const ended = [...(await run()), ...(await run())]
    expect(ended.flatMap(({ done }) => done).toSorted()).toEqual([1, 2, 3])
    expect(new Set(ended.map(({ version }) => version))).toEqual(new Set([3]))
    expect(await notes(all[0] ?? (await connect()))).toEqual([1, 2, 3])
  })

  it('continue after the last step of a killed process', async () => {
    const connection = await connect()
    const dead = versionRecord(connection, 'a process that was killed')
    await dead.takeLease(undefined)
    await dead.reach(1, 0)
    const waiting: string[] = []
    const onWaiting = () => void waiting.push('another one is at it')
    const migrations = [noteMigration(1), noteMigration(2)]
    const ended = await migrate(connection, { signal, migrations, times: TIMES, onWaiting })
    expect([ended.done, await notes(connection), waiting.length]).toEqual([[2], [2], 1])
    await expect(dead.reach(9, 9)).rejects.toThrow('another one’s')
  })

  it('wait for a slow process while it lives', async () => {
    const uri = newUri()
    const [slow, second] = await Promise.all([connect(uri), connect(uri)])
    const [hasStarted, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const run = async (connection: Connection) => {
      hasStarted.resolve()
      await proceed.promise
      await noteMigration(1).run(connection, signal)
    }
    const first = migrate(slow, { signal, migrations: [noteMigration(1, { run })], times: TIMES })
    await hasStarted.promise
    const waited = Promise.withResolvers<void>()
    const other = migrate(second, {
      signal,
      migrations: [noteMigration(1)],
      times: { ...TIMES, takeoverMs: 5_000 },
      onWaiting: waited.resolve,
    })
    await waited.promise
    proceed.resolve()
    expect([(await first).done, (await other).done, await notes(slow)]).toEqual([[1], [], [1]])
  })

  it('run again after a failure, without those before it', async () => {
    const connection = await connect()
    let tries = 0
    const run = async (own: Connection) => {
      tries += 1
      if (tries === 1) throw new Error('no space')
      await noteMigration(2).run(own, signal)
    }
    const migrations = [noteMigration(1), noteMigration(2, { run })]
    await expect(migrate(connection, { signal, migrations, times: TIMES })).rejects.toThrow('no space')
    expect((await migrate(connection, { signal, migrations, times: TIMES })).done).toEqual([2])
    expect(await notes(connection)).toEqual([1, 2])
  })

  it('of a newer version permit the previous one to write, and run again afterwards', async () => {
    const connection = await connect()
    const newer = [noteMigration(1), noteMigration(2)]
    await migrate(connection, { signal, migrations: newer, times: TIMES })
    expect(await migrate(connection, { signal, migrations: [noteMigration(1)], times: TIMES })).toEqual({
      version: 1,
      done: [],
    })
    expect((await migrate(connection, { signal, migrations: newer, times: TIMES })).done).toEqual([2])
  })

  it('of a newer incompatible version prevent the previous one from writing', async () => {
    const connection = await connect()
    await migrate(connection, { signal, migrations: [noteMigration(1), noteMigration(2, { needs: 2 })], times: TIMES })
    const older = migrate(connection, { signal, migrations: [noteMigration(1)], times: TIMES })
    await expect(older).rejects.toThrow(StoreTooNew)
    await expect(older).rejects.toThrow(/newer version of Tabletalk \(store version 2; this version supports 1\)/)
    const { version } = await versionRecord(connection).read()
    expect(version).toBe(2)
  })

  it('are numbered in order and require only earlier ones', () => {
    expect(MIGRATIONS.map(({ number }) => number)).toEqual(MIGRATIONS.map((_, index) => index + 1))
    for (const { number, needs } of MIGRATIONS) expect(needs).toBeLessThanOrEqual(number)
  })
})
