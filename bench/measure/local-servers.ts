import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../../src/config.ts'
import { acquireHome } from '../../src/local/home/acquire-home.ts'
import { readRuntime } from '../../src/local/home/runtime-file.ts'
import { silentProgress } from '../../src/local/progress.ts'
import { startLocal } from '../../src/local/start-local.ts'

/** Servers as in `npm start`, with their data in a separate folder. */
interface LocalServers {
  readonly home: string
  readonly secret: string
  readonly temporalAddress: string
  readonly mongoUri: string
  /** Undefined: an external server. */
  readonly pids: { readonly temporal: number | undefined; readonly store: number | undefined }
  stop(): Promise<void>
}

/** Starts them, unless `TEMPORAL_ADDRESS` and `MONGODB_URI` name others. */
export const startLocalServers = async (): Promise<LocalServers> => {
  const config = readConfig()
  const folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-bench-'))
  const home = await acquireHome(folder, { secret: undefined, progress: silentProgress })
  const settings = { ...config, port: 0, codecSecret: undefined }
  const local = await startLocal(home, settings, { progress: silentProgress, withApi: false })
  const processes = (await readRuntime(folder))?.processes
  return {
    home: folder,
    secret: home.secret,
    temporalAddress: local.temporalAddress,
    mongoUri: local.mongoUri,
    pids: { temporal: processes?.temporal?.pid, store: processes?.store?.pid },
    async stop() {
      await local.stop()
      await home.release()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
