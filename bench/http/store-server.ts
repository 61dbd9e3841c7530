import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import getPort from 'get-port'
import { readConfig } from '../../src/config.ts'
import { TOOLS } from '../../src/local/programs/server-folders.ts'
import { silentProgress } from '../../src/local/progress.ts'
import { obtainStore, startStore, storeUri } from '../../src/local/servers/start-store.ts'

export interface StoreServer {
  readonly name: string
  readonly mongoUri: string
  stop(): Promise<void>
}

/** The store in `MONGODB_URI`, or one as in `npm start`, with its data in a file. */
export const startStoreServer = async (): Promise<StoreServer> => {
  const { mongoUri, cache } = readConfig()
  if (mongoUri !== undefined) return { name: 'MONGODB_URI', mongoUri, stop: async () => {} }
  const folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-bench-'))
  const supervision = { progress: silentProgress }
  const program = await obtainStore({ cache, tools: TOOLS }, supervision)
  const files = {
    documents: path.join(folder, 'documents'),
    mongod: path.join(folder, 'mongod'),
    log: path.join(folder, 'log'),
  }
  const port = await getPort()
  const { server } = await startStore(program, { files, port }, supervision)
  return {
    name: program.kind,
    mongoUri: storeUri(port, 'bench'),
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
