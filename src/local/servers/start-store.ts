import { mkdir } from 'node:fs/promises'
import { findStore, type StoreProgram } from '../programs/find-store.ts'
import { makeStore } from '../programs/make-store.ts'
import type { ServerFolders } from '../programs/server-folders.ts'
import { acceptsConnections } from './probe.ts'
import { type SupervisedServer, type Supervision, supervise } from './supervise.ts'

interface StoreFiles {
  /** The data file of the small store; undefined: in memory. */
  readonly documents: string | undefined
  /** The data folder of mongod. */
  readonly mongod: string
  readonly log: string
}

export interface StartedStore {
  readonly server: SupervisedServer
  /** By their names in `runtime.json`. */
  readonly ports: Readonly<Record<string, number>>
  readonly uri: string
}

const HOST = '127.0.0.1'
export const STORE_PORT = 27_017
const DATABASE = 'tabletalk'
const READY_WITHIN_MS = 60_000

/** Finds or installs the program of a store. @throws MissingServer */
export const obtainStore = async (
  places: ServerFolders,
  supervision: Supervision,
  kind?: StoreProgram['kind'],
): Promise<StoreProgram> => {
  const found = await findStore(places, kind)
  if (found !== undefined) return found
  supervision.onInstall?.()
  return await makeStore(places, supervision, kind)
}

/** Starts a store and waits until it accepts connections. @throws ServerDidNotStart */
export const startStore = async (
  program: StoreProgram,
  { files, port }: { files: StoreFiles; port: number },
  supervision: Supervision,
): Promise<StartedStore> => {
  if (program.kind === 'mongod') await mkdir(files.mongod, { recursive: true })
  const server = await supervise(
    {
      name: program.kind === 'mongod' ? 'MongoDB' : 'The document store',
      ...(program.kind === 'mongod' ? mongodCommand(program.file, files, port) : javaCommand(program, files, port)),
      log: files.log,
      announcement: program.kind === 'mongod' ? 'Waiting for connections' : `listening on ${port}`,
      readyWithinMs: READY_WITHIN_MS,
      probe: () => acceptsConnections({ host: HOST, port }),
    },
    supervision,
  )
  return { server, ports: { store: port }, uri: storeUri(port, DATABASE) }
}

/** The address of a store that was started here. */
export const storeUri = (port: number, database: string): string => `mongodb://${HOST}:${port}/${database}`

interface Command {
  readonly file: string
  readonly args: readonly string[]
}

const mongodCommand = (file: string, { mongod }: StoreFiles, port: number): Command => ({
  file,
  args: [
    '--dbpath',
    mongod,
    '--bind_ip',
    HOST,
    '--port',
    String(port),
    '--wiredTigerCacheSizeGB',
    '0.25',
    ...(process.platform === 'win32' ? [] : ['--nounixsocket']),
  ],
})

/**
 * Twice the heap that it needs under load; idle it uses 60 MB. Without ExitOnOutOfMemoryError, a process that has lost threads
 * would hang; it exits instead, and the supervisor restarts it with its stored data.
 */
const JAVA_OPTIONS = ['-Xmx512m', '-XX:+ExitOnOutOfMemoryError', '-XX:+UseSerialGC']

const javaCommand = (
  { java, file }: Extract<StoreProgram, { kind: 'document-store' }>,
  { documents }: StoreFiles,
  port: number,
): Command => ({
  file: java,
  args: [...JAVA_OPTIONS, '-jar', file, documents ?? ':memory:', HOST, String(port)],
})
