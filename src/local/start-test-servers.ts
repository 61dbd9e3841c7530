import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import getPort from 'get-port'
import { TOOLS } from './programs/server-folders.ts'
import { type Progress, silentProgress } from './progress.ts'
import { obtainStore, startStore, storeUri } from './servers/start-store.ts'
import { obtainTemporal, startTemporal } from './servers/start-temporal.ts'

interface TestServersOptions {
  readonly cache: string
  readonly progress?: Progress
}

export interface TestServers {
  readonly temporalAddress: string
  /** Without a database name: every suite uses its own. */
  readonly mongoUri: string
  stop(): Promise<void>
}

/** Starts both servers for a test run: on free ports, with data in memory or in a temporary folder. */
export const startTestServers = async ({
  cache,
  progress = silentProgress,
}: TestServersOptions): Promise<TestServers> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-test-'))
  const places = { cache, tools: TOOLS }
  const supervision = { progress }
  const [store, temporal] = await Promise.all([
    obtainStore(places, supervision).then(async (program) => {
      const files = { documents: undefined, mongod: path.join(folder, 'mongod'), log: path.join(folder, 'store.log') }
      const port = await getPort()
      return { ...(await startStore(program, { files, port }, supervision)), base: storeUri(port, '') }
    }),
    obtainTemporal(places, supervision).then(async (program) => {
      const files = { database: undefined, log: path.join(folder, 'temporal.log') }
      const ports = { grpc: await getPort(), ui: undefined }
      return await startTemporal(program, { files, ports, codec: undefined }, supervision)
    }),
  ])
  return {
    temporalAddress: temporal.address,
    mongoUri: store.base,
    async stop() {
      await Promise.all([store.server.stop(), temporal.server.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
