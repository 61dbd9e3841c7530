import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import getPort from 'get-port'
import mongoose from 'mongoose'
import { readConfig } from '../../../src/config.ts'
import { TOOLS } from '../../../src/local/programs/server-folders.ts'
import { silentProgress } from '../../../src/local/progress.ts'
import { obtainStore, type StartedStore, startStore } from '../../../src/local/servers/start-store.ts'
import { waitFor } from '../../support/wait-for.ts'

/** Its supervisor restarts it on the same port after a kill. */
let store: StartedStore
let folder: string
let connection: mongoose.Connection

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-store-'))
  const supervision = { progress: silentProgress }
  const program = await obtainStore({ cache: readConfig().cache, tools: TOOLS }, supervision, 'document-store')
  const files = { documents: path.join(folder, 'data.mv'), mongod: '', log: path.join(folder, 'log') }
  store = await startStore(program, { files, port: await getPort() }, supervision)
  connection = await mongoose.createConnection(store.uri, { serverSelectionTimeoutMS: 10_000 }).asPromise()
}, 300_000)

afterAll(async () => {
  await connection.close()
  await store.server.stop()
  await rm(folder, { recursive: true, force: true })
})

interface Counter {
  readonly _id: string
  readonly n: number
}

const counters = (name = 'counters') => connection.collection<Counter>(name)

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

describe('the document store', () => {
  it('exits when it runs out of memory, and is restarted with its data', async () => {
    const supervision = { progress: silentProgress }
    const program = await obtainStore({ cache: readConfig().cache, tools: TOOLS }, supervision, 'document-store')
    if (program.kind !== 'document-store') throw new Error('another store')
    const java = path.join(folder, 'java')
    const small = `#!/bin/sh\nfor one; do shift; case $one in -Xmx*) one=-Xmx48m;; esac; set -- "$@" "$one"; done\n`
    await writeFile(java, `${small}exec '${program.java}' "$@"\n`, { mode: 0o755 })
    const files = { documents: path.join(folder, 'small.mv'), mongod: '', log: path.join(folder, 'small.log') }
    const started = await startStore({ ...program, java }, { files, port: await getPort() }, supervision)
    const open = () => mongoose.createConnection(started.uri, { serverSelectionTimeoutMS: 10_000 }).asPromise()
    const before = await open()
    await before.collection<Counter>('counters').insertOne({ _id: 'before', n: 1 })
    const { pid } = started.server
    const fill = async (): Promise<never> => {
      for (;;) await before.collection('texts').insertOne({ text: 'x'.repeat(8_000_000) })
    }
    await expect(fill()).rejects.toThrow()
    await before.close()
    await waitFor('a new process', async () => started.server.pid !== pid)
    const after = await open()
    expect(await after.collection<Counter>('counters').findOne({ _id: 'before' })).toMatchObject({ n: 1 })
    await after.close()
    await started.server.stop()
  })

  it('counts every one of 200 parallel increments', async () => {
    await counters().insertOne({ _id: 'increments', n: 0 })
    await times(200, () => counters().updateOne({ _id: 'increments' }, { $inc: { n: 1 } }))
    expect(await counters().findOne({ _id: 'increments' })).toMatchObject({ n: 200 })
  })

  it('applies exactly one of 50 parallel compare-and-sets', async () => {
    await counters().insertOne({ _id: 'race', n: 0 })
    const updates = await times(50, (index) => counters().updateOne({ _id: 'race', n: 0 }, { $set: { n: index + 1 } }))
    expect(updates.filter(({ modifiedCount }) => modifiedCount === 1)).toHaveLength(1)
  })

  it('accepts exactly one of 50 parallel inserts with the same id', async () => {
    const inserts = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => counters().insertOne({ _id: 'only', n })),
    )
    expect(inserts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('accepts parallel first writes to collections that do not exist yet', async () => {
    await times(200, (n) => counters(`new-${n % 10}`).insertOne({ _id: String(n), n }))
    const counts = await times(10, (n) => counters(`new-${n}`).countDocuments())
    expect(counts).toEqual(Array(10).fill(20))
  })

  it('loses no acknowledged write to kill -9 under load', async () => {
    const acknowledged: string[] = []
    for (const round of [1, 2, 3]) {
      const { pid } = store.server
      let killed = false
      await times(8, async (writer) => {
        for (let n = 0; !killed; n++) {
          const _id = `${round}.${writer}.${n}`
          const written = counters().insertOne({ _id, n })
          await written.then(
            () => {
              acknowledged.push(_id)
              if (!killed && acknowledged.length > 100 * round) killed = process.kill(pid, 'SIGKILL')
            },
            () => undefined,
          )
        }
      })
      await waitFor('a new process', async () => store.server.pid !== pid)
    }
    expect(await counters().countDocuments({ _id: { $in: acknowledged } })).toBe(acknowledged.length)
  })
})
