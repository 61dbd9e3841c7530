import path from 'node:path'
import getPort from 'get-port'
import { TOOLS } from '../../src/local/programs/server-folders.ts'
import type { Progress } from '../../src/local/progress.ts'
import { obtainStore, startStore, storeUri } from '../../src/local/servers/start-store.ts'
import { obtainTemporal, startTemporal } from '../../src/local/servers/start-temporal.ts'
import { type BreakableServer, breakableServer } from './breakable-server.ts'

export interface Servers {
  readonly temporal: BreakableServer
  readonly temporalAddress: string
  readonly store: BreakableServer
  readonly mongoUri: string
  /** Where Temporal keeps histories. */
  readonly temporalFile: string
}

/** Temporal and the document store with files in `folder`, found or made as `npm start` does. */
export const startServers = async (folder: string, cache: string, progress: Progress): Promise<Servers> => {
  const places = { cache, tools: TOOLS }
  const supervision = { progress }
  const [storeProgram, temporalProgram] = await Promise.all([
    obtainStore(places, supervision),
    obtainTemporal(places, supervision),
  ])
  const [storePort, grpc] = [await getPort(), await getPort()]
  const temporalFile = path.join(folder, 'temporal.db')
  const storeFiles = {
    documents: path.join(folder, 'documents'),
    mongod: path.join(folder, 'mongod'),
    log: path.join(folder, 'store.log'),
  }
  const [store, temporal] = await Promise.all([
    breakableServer('store', async () => {
      return (await startStore(storeProgram, { files: storeFiles, port: storePort }, supervision)).server
    }),
    breakableServer('temporal', async () => {
      const files = { database: temporalFile, log: path.join(folder, 'temporal.log') }
      const ports = { grpc, ui: undefined }
      return (await startTemporal(temporalProgram, { files, ports, codec: undefined }, supervision)).server
    }),
  ])
  return { store, temporal, temporalFile, temporalAddress: `127.0.0.1:${grpc}`, mongoUri: storeUri(storePort, 'chaos') }
}
