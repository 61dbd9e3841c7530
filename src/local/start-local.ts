import path from 'node:path'
import { homeFiles } from './home/home.ts'
import { type Runtime, readRuntime, type ServerName } from './home/runtime-file.ts'
import { openServersEntry, type ServersEntry } from './home/servers-entry.ts'
import type { TakenHome } from './home/take-home.ts'
import { hostToCall } from './host-to-call.ts'
import { dataWrittenBy } from './programs/find-store.ts'
import { type Places, TOOLS } from './programs/places.ts'
import type { Progress } from './progress.ts'
import { API_PORT, portForApi, portNear } from './servers/ports.ts'
import { accepts } from './servers/probe.ts'
import { obtainStore, STORE_PORT, type StartedStore, startStore } from './servers/start-store.ts'
import {
  obtainTemporal,
  type StartedTemporal,
  startTemporal,
  TEMPORAL_PORT,
  TEMPORAL_UI_PORT,
} from './servers/start-temporal.ts'
import type { SupervisedServer, Supervision } from './servers/supervise.ts'

/** What the environment says about local servers. */
export interface LocalSettings {
  /** Absolute. */
  readonly cache: string
  readonly host: string
  readonly port: number | undefined
  /** Of the API's codec endpoint, for a Temporal UI of ours; undefined: the UI shows what is sealed as it is. */
  readonly codecSecret: string | undefined
  readonly temporal: { readonly address: string | undefined; readonly ui: string | undefined }
  readonly mongoUri: string | undefined
}

export interface LocalOptions {
  readonly progress: Progress
  /** Its end makes an unfinished start fail; what was started by then is stopped. */
  readonly signal?: AbortSignal | undefined
  /** False: the API is a process of its own, which may hold its port already. */
  readonly withApi?: boolean | undefined
  /** Called when a server has died too often to be started again. */
  readonly onGivenUp?: ((error: Error) => void) | undefined
  /** What to search instead of the PATH of this process. */
  readonly searchPath?: string | undefined
}

/** Servers that run, some of them ours to end. */
export interface LocalServers {
  readonly home: string
  readonly secret: string
  /** Free a moment ago, for the API to listen on. */
  readonly apiPort: number
  readonly temporalAddress: string
  readonly temporalUi: string | undefined
  readonly codecSecret: string | undefined
  readonly mongoUri: string
  /** For the address of the API, once it listens. */
  readonly runtime: ServersEntry
  /** Ends what was started, and waits for it. */
  stop(): Promise<void>
  /** Ends what was started, without waiting. */
  kill(): void
}

/**
 * Finds or makes the servers that Tabletalk needs, and keeps them running.
 * @throws PortTaken, MissingServer, ServerDidNotStart
 */
export const startLocal = async (
  { path: home, secret }: TakenHome,
  settings: LocalSettings,
  options: LocalOptions,
): Promise<LocalServers> => {
  const { progress, searchPath } = options
  const apiPort = options.withApi === false ? settings.port || API_PORT : await portForApi(settings.port)
  if (settings.port === undefined && apiPort !== API_PORT)
    progress.note(`Port ${API_PORT} is already in use; the API uses port ${apiPort}.`)
  const { codecSecret } = settings
  const codec = codecSecret === undefined ? undefined : codecEndpointOf(settings.host, apiPort, codecSecret)
  const before = (await readRuntime(home))?.ports
  const runtime = await openServersEntry(home)
  const places = { cache: settings.cache, tools: TOOLS, searchPath }
  // When one server cannot be had, the other must not be built for minutes first.
  const failing = new AbortController()
  const signal = options.signal === undefined ? failing.signal : AbortSignal.any([options.signal, failing.signal])
  const servers: SupervisedServer[] = []
  const keep = async <T extends Given>(providing: Promise<T>): Promise<T> => {
    try {
      const given = await providing
      if (given.server !== undefined) servers.push(given.server)
      return given
    } catch (error) {
      failing.abort(error)
      throw error
    }
  }
  const supervision = (name: ServerName): Supervision => ({
    progress,
    signal,
    onGivenUp: options.onGivenUp,
    onProcess: (mark) => runtime.setProcess(name, mark),
  })
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()))
    await runtime.remove()
  }
  const [store, temporal] = await Promise.allSettled([
    keep(provideStore(settings, { home, places, before }, supervision('store'))),
    keep(provideTemporal(settings, { home, places, before, codec }, supervision('temporal'))),
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

/** The UI sends no bearer of its own, so its endpoint carries the secret. */
const codecEndpointOf = (host: string, port: number, secret: string): string =>
  `http://${hostToCall(host)}:${port}/codec/${encodeURIComponent(secret)}`

interface Surroundings {
  readonly home: string
  readonly places: Places
  /** Where servers listened here last, if they were killed. */
  readonly before: Runtime['ports']
}

interface Given {
  /** Undefined: somebody else's, found in the environment. */
  readonly server: SupervisedServer | undefined
}

const provideStore = async (
  { mongoUri }: LocalSettings,
  { home, places, before }: Surroundings,
  supervision: Supervision,
): Promise<Given & Omit<StartedStore, 'server'>> => {
  if (mongoUri !== undefined) return { server: undefined, ports: {}, uri: mongoUri }
  const { documents, mongod, logs } = homeFiles(home)
  const program = await obtainStore(places, supervision, await dataWrittenBy(home))
  const files = { documents, mongod, log: path.join(logs, 'store.log') }
  const { progress } = supervision
  return await progress.step('Starting the store', () =>
    startOnPorts(
      async (): Promise<[number]> => [await portNear(STORE_PORT, 'the store', progress, before?.store)],
      ([port]) => startStore(program, { files, port }, supervision),
    ),
  )
}

const provideTemporal = async (
  { temporal }: LocalSettings,
  { home, places, before, codec }: Surroundings & { readonly codec: string | undefined },
  supervision: Supervision,
): Promise<Given & Omit<StartedTemporal, 'server'>> => {
  if (temporal.address !== undefined)
    return { server: undefined, ports: {}, address: temporal.address, ui: temporal.ui }
  const { temporal: database, logs } = homeFiles(home)
  const { progress } = supervision
  const program = await obtainTemporal(places, supervision)
  const files = { database, log: path.join(logs, 'temporal.log') }
  const ports = (): Promise<[number, number]> =>
    Promise.all([
      portNear(TEMPORAL_PORT, 'Temporal', progress, before?.temporal),
      portNear(TEMPORAL_UI_PORT, 'the Temporal UI', progress, before?.temporal_ui),
    ])
  return await progress.step('Starting Temporal', () =>
    startOnPorts(ports, ([grpc, ui]) => startTemporal(program, { files, ports: { grpc, ui }, codec }, supervision)),
  )
}

const ATTEMPTS = 3

/** Starts on the chosen ports; on others when some other server was quicker to take one. */
const startOnPorts = async <P extends readonly number[], T>(
  choose: () => Promise<P>,
  start: (ports: P) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    const ports = await choose()
    try {
      return await start(ports)
    } catch (error) {
      const taken = await Promise.all(ports.map((port) => accepts({ host: '127.0.0.1', port })))
      if (!taken.includes(true) || attempt === ATTEMPTS) throw error
    }
  }
}
