import path from 'node:path'
import type { LockedHome } from './home/acquire-home.ts'
import { homeFiles } from './home/home.ts'
import { type Runtime, readRuntime, type ServerName } from './home/runtime-file.ts'
import { openServersEntry, type ServersEntry } from './home/servers-entry.ts'
import { kindOfStoredData } from './programs/find-store.ts'
import { type ServerFolders, TOOLS } from './programs/server-folders.ts'
import type { Progress } from './progress.ts'
import { requestHost } from './request-host.ts'
import { API_PORT, portForApi, portForServer } from './servers/ports.ts'
import { acceptsConnections } from './servers/probe.ts'
import { obtainStore, STORE_PORT, type StartedStore, startStore } from './servers/start-store.ts'
import {
  obtainTemporal,
  type StartedTemporal,
  startTemporal,
  TEMPORAL_PORT,
  TEMPORAL_UI_PORT,
} from './servers/start-temporal.ts'
import type { SupervisedServer, Supervision } from './servers/supervise.ts'

/** Settings of local servers. */
interface LocalSettings {
  /** Absolute path. */
  readonly cache: string
  readonly host: string
  readonly port: number | undefined
  /** The secret of the API's codec endpoint, for the local Temporal UI; undefined: the UI shows payloads encrypted. */
  readonly codecSecret: string | undefined
  readonly temporal: { readonly address: string | undefined; readonly ui: string | undefined }
  readonly mongoUri: string | undefined
}

interface LocalOptions {
  readonly progress: Progress
  /** Aborts an unfinished start; servers that were started by then are stopped. */
  readonly signal?: AbortSignal | undefined
  /** False: the API is a separate process, which may already use its port. */
  readonly withApi?: boolean | undefined
  /** Called when no server is about to be launched any more: each is launched, must be installed first, or is not started here. */
  readonly onLaunched?: (() => void) | undefined
  /** Called when a server has crashed too often to be restarted. */
  readonly onGivenUp?: ((error: Error) => void) | undefined
  /** Searched instead of the PATH of this process. */
  readonly searchPath?: string | undefined
}

/** Running servers; `stop` and `kill` end those that were started here. */
export interface LocalServers {
  readonly home: string
  readonly secret: string
  /** The port for the API, which was free when it was chosen. */
  readonly apiPort: number
  readonly temporalAddress: string
  readonly temporalUi: string | undefined
  readonly codecSecret: string | undefined
  readonly mongoUri: string
  /** The entry in `runtime.json`, for the address of the API once it listens. */
  readonly runtime: ServersEntry
  /** Ends the servers that were started, and waits for their exit. */
  stop(): Promise<void>
  /** Ends the servers that were started, without waiting. */
  kill(): void
}

/**
 * Finds or installs the servers that Tabletalk needs, and keeps them running.
 * @throws PortTaken, MissingServer, ServerDidNotStart
 */
export const startLocal = async (
  { path: home, secret }: LockedHome,
  settings: LocalSettings,
  options: LocalOptions,
): Promise<LocalServers> => {
  const { progress, searchPath } = options
  const apiPort = options.withApi === false ? settings.port || API_PORT : await portForApi(settings.port)
  if (settings.port === undefined && apiPort !== API_PORT)
    progress.note(`Port ${API_PORT} is already in use; the API uses port ${apiPort}.`)
  const { codecSecret } = settings
  const codec = codecSecret === undefined ? undefined : codecEndpointOf(settings.host, apiPort, codecSecret)
  const earlierPorts = (await readRuntime(home))?.ports
  const runtime = await openServersEntry(home)
  const places = { cache: settings.cache, tools: TOOLS, searchPath }
  // If one server cannot be installed, the build of the other one, which takes minutes, is aborted.
  const failing = new AbortController()
  const signal = options.signal === undefined ? failing.signal : AbortSignal.any([options.signal, failing.signal])
  const servers: SupervisedServer[] = []
  const awaited = new Set<ServerName>(['store', 'temporal'])
  const launched = (name: ServerName): void => {
    if (awaited.delete(name) && awaited.size === 0) options.onLaunched?.()
  }
  const keep = async <T extends ProvidedServer>(name: ServerName, providing: Promise<T>): Promise<T> => {
    try {
      const given = await providing
      if (given.server !== undefined) servers.push(given.server)
      return given
    } catch (error) {
      failing.abort(error)
      throw error
    } finally {
      launched(name)
    }
  }
  const supervision = (name: ServerName): Supervision => ({
    progress,
    signal,
    onGivenUp: options.onGivenUp,
    onInstall: () => launched(name),
    onProcess: async (mark) => {
      launched(name)
      await runtime.setProcess(name, mark)
    },
  })
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()))
    await runtime.remove()
  }
  const [store, temporal] = await Promise.allSettled([
    keep('store', provideStore(settings, { home, places, earlierPorts }, supervision('store'))),
    keep('temporal', provideTemporal(settings, { home, places, earlierPorts, codec }, supervision('temporal'))),
  ])
  if (store.status === 'rejected' || temporal.status === 'rejected') {
    await stop()
    throw failing.signal.reason
  }
  const { address: temporalAddress, ui: temporalUi } = temporal.value
  const { uri: mongoUri } = store.value
  await runtime.set({
    ports: { ...store.value.ports, ...temporal.value.ports },
    temporal_address: temporalAddress,
    temporal_ui: temporalUi,
    mongodb_uri: mongoUri,
    ...(temporal.value.server === undefined ? {} : { codec_endpoint: codec }),
  })
  return {
    home,
    secret,
    apiPort,
    temporalAddress,
    temporalUi,
    codecSecret,
    mongoUri,
    runtime,
    stop,
    kill() {
      for (const server of servers) server.kill()
    },
  }
}

/** The UI sends no bearer token, so the secret is in the path of the endpoint. */
const codecEndpointOf = (host: string, port: number, secret: string): string =>
  `http://${requestHost(host)}:${port}/codec/${encodeURIComponent(secret)}`

interface ServerContext {
  readonly home: string
  readonly places: ServerFolders
  /** The ports of the last start, if it was killed. */
  readonly earlierPorts: Runtime['ports']
}

interface ProvidedServer {
  /** Undefined: the settings name a server that was not started here. */
  readonly server: SupervisedServer | undefined
}

const provideStore = async (
  { mongoUri }: LocalSettings,
  { home, places, earlierPorts }: ServerContext,
  supervision: Supervision,
): Promise<ProvidedServer & Omit<StartedStore, 'server'>> => {
  if (mongoUri !== undefined) return { server: undefined, ports: {}, uri: mongoUri }
  const { documents, mongod, logs } = homeFiles(home)
  const program = await obtainStore(places, supervision, await kindOfStoredData(home))
  const files = { documents, mongod, log: path.join(logs, 'store.log') }
  const { progress } = supervision
  return await progress.step('Starting the store', () =>
    startOnPorts(
      async (): Promise<[number]> => [await portForServer(STORE_PORT, 'the store', progress, earlierPorts?.store)],
      ([port]) => startStore(program, { files, port }, supervision),
    ),
  )
}

const provideTemporal = async (
  { temporal }: LocalSettings,
  { home, places, earlierPorts, codec }: ServerContext & { readonly codec: string | undefined },
  supervision: Supervision,
): Promise<ProvidedServer & Omit<StartedTemporal, 'server'>> => {
  if (temporal.address !== undefined)
    return { server: undefined, ports: {}, address: temporal.address, ui: temporal.ui }
  const { temporal: database, logs } = homeFiles(home)
  const { progress } = supervision
  const program = await obtainTemporal(places, supervision)
  const files = { database, log: path.join(logs, 'temporal.log') }
  const ports = (): Promise<[number, number]> =>
    Promise.all([
      portForServer(TEMPORAL_PORT, 'Temporal', progress, earlierPorts?.temporal),
      portForServer(TEMPORAL_UI_PORT, 'the Temporal UI', progress, earlierPorts?.temporal_ui),
    ])
  return await progress.step('Starting Temporal', () =>
    startOnPorts(ports, ([grpc, ui]) => startTemporal(program, { files, ports: { grpc, ui }, codec }, supervision)),
  )
}

const ATTEMPTS = 3

/** Starts a server on the chosen ports, and chooses again if another server has taken one meanwhile. */
const startOnPorts = async <P extends readonly number[], T>(
  choose: () => Promise<P>,
  start: (ports: P) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    const ports = await choose()
    try {
      return await start(ports)
    } catch (error) {
      const taken = await Promise.all(ports.map((port) => acceptsConnections({ host: '127.0.0.1', port })))
      if (!taken.includes(true) || attempt === ATTEMPTS) throw error
    }
  }
}
