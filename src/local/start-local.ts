import { endOrphans } from './end-orphans.ts'
import { dataWrittenBy } from './find-store.ts'
import { homeFiles, keepSecret, openHome } from './home.ts'
import { lockHome } from './lock-home.ts'
import { type Places, TOOLS } from './places.ts'
import { apiPort } from './ports.ts'
import type { Progress } from './progress.ts'
import { type RuntimeFile, runtimeFile } from './runtime-file.ts'
import { obtainStore, type StartedStore, startStore, storePort } from './start-store.ts'
import { obtainTemporal, type StartedTemporal, startTemporal, temporalPorts } from './start-temporal.ts'
import type { SupervisedServer, Supervision } from './supervise.ts'

/** What the environment says about local servers. */
export interface LocalSettings {
  /** Absolute. */
  readonly home: string
  /** Absolute. */
  readonly cache: string
  readonly port: number | undefined
  readonly temporal: { readonly address: string | undefined; readonly ui: string | undefined }
  readonly mongoUri: string | undefined
  readonly secret: string | undefined
}

export interface LocalOptions {
  readonly progress: Progress
  /** Its end makes an unfinished start fail; what was started by then is stopped. */
  readonly signal?: AbortSignal | undefined
  /** Called when a server has died too often to be started again. */
  readonly onGivenUp?: ((error: Error) => void) | undefined
  /** What to search instead of the PATH of this process. */
  readonly searchPath?: string | undefined
}

/** Servers that run, some of them ours to end. */
export interface LocalServers {
  readonly home: string
  /** Free a moment ago, for the API to listen on. */
  readonly apiPort: number
  readonly secret: string
  readonly temporalAddress: string
  readonly temporalUi: string | undefined
  readonly mongoUri: string
  /** For the address of the API, once it listens. */
  readonly runtime: RuntimeFile
  /** Ends what was started, the store first, and lets go of the home folder. */
  stop(): Promise<void>
  /** Ends what was started, without waiting. */
  kill(): void
}

/**
 * Takes the home folder, and finds or makes the servers that Tabletalk needs.
 * @throws HomeInUse, PortTaken, MissingServer, ServerDidNotStart
 */
export const startLocal = async (settings: LocalSettings, options: LocalOptions): Promise<LocalServers> => {
  const { home } = settings
  const { progress } = options
  await openHome(home)
  const lock = await lockHome(home)
  const servers: SupervisedServer[] = []
  const runtime = runtimeFile(home)
  const stop = async (): Promise<void> => {
    for (const server of servers) await server.stop()
    await runtime.remove()
    await lock.release()
  }
  try {
    const port = await apiPort(settings.port)
    if (settings.port === undefined && port !== 3000) progress.note(`Port 3000 is taken; the API gets ${port}.`)
    const left = await endOrphans(home)
    if (left.length > 0) progress.note(`Ended what an earlier start left behind: ${left.join(', ')}.`)
    const secret = settings.secret ?? (await keepSecret(home))
    const places = { cache: settings.cache, tools: TOOLS, searchPath: options.searchPath }
    const supervise = supervisions(options, runtime)
    const [store, temporal] = await settleAll(
      provideStore(settings, places, supervise('store')).then((started) => {
        if (started.server !== undefined) servers.unshift(started.server)
        return started
      }),
      provideTemporal(settings, places, port, supervise('temporal')).then((started) => {
        if (started.server !== undefined) servers.push(started.server)
        return started
      }),
    )
    await runtime.set({
      temporal_address: temporal.address,
      mongodb_uri: store.uri,
      ...(temporal.ui === undefined ? {} : { temporal_ui: temporal.ui }),
    })
    return {
      ...{ home, apiPort: port, secret, runtime, stop },
      ...{ temporalAddress: temporal.address, temporalUi: temporal.ui, mongoUri: store.uri },
      kill() {
        for (const server of servers) server.kill()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Given<T extends { server: SupervisedServer }> = Omit<T, 'server'> & { readonly server: T['server'] | undefined }

const provideStore = async (
  { home, mongoUri }: LocalSettings,
  places: Places,
  supervision: Supervision,
): Promise<Given<StartedStore>> => {
  if (mongoUri !== undefined) return { server: undefined, uri: mongoUri }
  const { documents, mongod, logs } = homeFiles(home)
  const [program, port] = await Promise.all([obtainStore(places, supervision, await dataWrittenBy(home)), storePort()])
  const files = { documents, mongod, log: `${logs}/store.log` }
  return await supervision.progress.step('Starting the store', () => startStore(program, { files, port }, supervision))
}

const provideTemporal = async (
  { home, temporal }: LocalSettings,
  places: Places,
  port: number,
  supervision: Supervision,
): Promise<Given<StartedTemporal>> => {
  if (temporal.address !== undefined) return { server: undefined, address: temporal.address, ui: temporal.ui }
  const [program, ports] = await Promise.all([obtainTemporal(places, supervision), temporalPorts()])
  const files = { database: homeFiles(home).temporal, log: `${homeFiles(home).logs}/temporal.log` }
  const codec = `http://127.0.0.1:${port}/codec`
  return await supervision.progress.step('Starting Temporal', () =>
    startTemporal(program, { files, ports, codec }, supervision),
  )
}

const supervisions =
  (options: LocalOptions, runtime: RuntimeFile) =>
  (name: string): Supervision => ({
    progress: options.progress,
    signal: options.signal,
    onGivenUp: options.onGivenUp,
    onProcess: (mark) => runtime.setProcess(name, mark),
  })

/** Waits for both even when one fails, so that nothing starts behind the back of who cleans up. */
const settleAll = async <A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> => {
  await Promise.allSettled([first, second])
  return await Promise.all([first, second])
}
