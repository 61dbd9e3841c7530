import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import getPort from 'get-port'
import { MongoClient } from 'mongodb'
import { ConnectionString } from 'mongodb-connection-string-url'
import { readConfig } from '../../src/config.ts'
import { findStore } from '../../src/local/programs/find-store.ts'
import { TOOLS } from '../../src/local/programs/server-folders.ts'
import { silentProgress } from '../../src/local/progress.ts'
import { obtainStore, startStore, storeUri } from '../../src/local/servers/start-store.ts'
import { announcedServers } from './test-servers.ts'

/** A server for tests of the engine, with databases that are dropped when it stops. */
export interface MongodbServer {
  /** Whether it is MongoDB itself, which stops statements and has views, validators and every stage. */
  readonly real: boolean
  /** Of the administrator. */
  readonly admin: MongoClient
  /** The address by which an engine reads one database. */
  address(database: string): string
  /** The name of a database that does not exist yet. */
  newName(): string
  stop(): Promise<void>
}

const places = { cache: readConfig().cache, tools: TOOLS }
const given = process.env.TEST_MONGODB_URI
const isMongod = given === undefined && (await findStore(places, 'mongod')) !== undefined

/** Whether there is MongoDB itself; the small store stops nothing, and knows fewer stages. */
export const hasMongod = given !== undefined || isMongod

/** Runs tests that need MongoDB itself; elsewhere one line says that they are left out. */
export const describeWithMongod = (name: string, tests: () => void): void => {
  if (hasMongod) describe(name, tests)
  else it.skip(`${name}: neither TEST_MONGODB_URI nor mongod is here`, () => {})
}

let started: Promise<MongodbServer> | undefined
let isShared = true

/** Before the first use: a server for this file alone, which may ask for so much that others would have to wait for it. */
export const keepMongodbServer = (): void => {
  isShared = false
}

/** The server of this test file: started when it is needed first, stopped after the last test. */
export const mongodbServer = (): Promise<MongodbServer> => {
  started ??= start()
  return started
}

export const stopMongodbServer = async (): Promise<void> => {
  await (await started)?.stop()
  started = undefined
}

const start = async (): Promise<MongodbServer> => {
  const there = given ?? (isShared ? announcedServers()?.mongoUri : undefined)
  if (there !== undefined) return await prepared(there, async () => {})
  const folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-mongodb-'))
  const supervision = { progress: silentProgress }
  const program = await obtainStore(places, supervision)
  const port = await getPort({ host: '127.0.0.1' })
  const files = { documents: undefined, mongod: path.join(folder, 'data'), log: path.join(folder, 'log') }
  const { server } = await startStore(program, { files, port }, supervision)
  return await prepared(storeUri(port, ''), async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
}

const prepared = async (uri: string, stopServer: () => Promise<void>): Promise<MongodbServer> => {
  const admin = await MongoClient.connect(uri)
  const prefix = `tt_${process.pid}_${Date.now().toString(36)}`
  const names: string[] = []
  const info = await admin.db('admin').command({ buildInfo: 1 })
  return {
    admin,
    // The small store says less about itself.
    real: 'gitVersion' in info,
    address(database) {
      const url = new ConnectionString(uri)
      // The user is created in the database that an address without one authenticates against.
      if (url.username !== '' && !url.searchParams.has('authSource')) url.searchParams.set('authSource', 'admin')
      url.pathname = `/${database}`
      return url.href
    },
    newName() {
      // No name begins another: the small store drops by prefix.
      const name = `${prefix}_${names.length}_`
      names.push(name)
      return name
    },
    async stop() {
      for (const name of names) await admin.db(name).dropDatabase()
      await admin.close()
      await stopServer()
    },
  }
}
