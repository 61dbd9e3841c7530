import { randomUUID } from 'node:crypto'
import { type App, createApp } from '../../src/app.ts'
import { type DemoAccess, seedDemo } from '../../src/cli/seed-demo.ts'
import { readConfig } from '../../src/config.ts'
import { type RunningApi, serveApi } from '../../src/process/serve-api.ts'
import { deriveKey } from '../../src/sealer.ts'
import { type RunningWorker, runWorker } from '../../workers/run-worker.ts'
import { testBundle, testServers } from './test-servers.ts'

export interface PlatformOptions {
  /** Settings beside the addresses, as environment variables. */
  readonly env?: Readonly<Record<string, string>>
  /** False: the API runs alone, and workers are the test's. */
  readonly worker?: boolean
}

/** A whole running service on servers of the test run, with a store and a task queue of its own. */
export interface Platform {
  readonly app: App
  readonly baseUrl: string
  readonly access: DemoAccess
  /** What a process needs to join this platform. */
  readonly env: Readonly<Record<string, string>>
  /** A request as the demo organization's key, tenant 1, scope `tester`, unless headers say otherwise. */
  request(path: string, options?: RequestOptions): Promise<Reply>
  /** The same, with the body left to be read. */
  open(path: string, options?: RequestOptions): Promise<Response>
  /** The default headers of `request`. */
  readonly headers: Readonly<Record<string, string>>
  /** Starts a worker in this process. */
  startWorker(): Promise<RunningWorker>
  close(): Promise<void>
}

/** A response with its body, parsed where it is JSON. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: ReturnType<typeof JSON.parse>
}

export interface RequestOptions {
  readonly method?: string
  readonly json?: unknown
  readonly body?: string
  /** `null` leaves a default header out. */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly signal?: AbortSignal
}

export const SECRET = 'a secret of the test suite, long enough'

export const startPlatform = async ({ env = {}, worker = true }: PlatformOptions = {}): Promise<Platform> => {
  const servers = testServers()
  const name = `t${randomUUID().replaceAll('-', '')}`
  const environment = {
    TEMPORAL_ADDRESS: servers.temporalAddress,
    MONGODB_URI: `${servers.mongoUri}${name}`,
    TABLETALK_SECRET: SECRET,
    TABLETALK_TASK_QUEUE: name,
    TABLETALK_HOME: servers.home,
    LOG_LEVEL: 'warn',
    ...env,
  }
  const config = readConfig(environment)
  const observed = { temporalAddress: servers.temporalAddress, mongoUri: environment.MONGODB_URI, secret: SECRET }
  const app = await createApp({ config, ...observed, observe: () => undefined })
  const access = await seedDemo(app.store, servers.demoFile, deriveKey(SECRET, 'api-keys'))
  const api: RunningApi = await serveApi(app, { host: '127.0.0.1', port: 0, secret: SECRET })
  const baseUrl = `http://127.0.0.1:${api.port}`
  const workers: RunningWorker[] = []
  const startWorker = async () => {
    const started = await runWorker(app, {
      bundle: await testBundle(),
      address: servers.temporalAddress,
      graceMs: 1_000,
    })
    workers.push(started)
    return started
  }
  if (worker) await startWorker()
  return {
    app,
    baseUrl,
    access,
    env: environment,
    headers: defaultHeaders(access),
    request: async (path, options = {}) => replyOf(await fetch(`${baseUrl}${path}`, requestInit(access, options))),
    open: (path, options = {}) => fetch(`${baseUrl}${path}`, requestInit(access, options)),
    startWorker,
    async close() {
      await api.drain(1_000)
      await Promise.all(workers.map((running) => running.drain()))
      await app.close()
    },
  }
}

const replyOf = async (response: Response): Promise<Reply> => {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
}

const defaultHeaders = (access: DemoAccess) => ({
  'X-API-Key': access.orgKey,
  'X-Tenant-Id': '1',
  'X-Scope-Id': 'tester',
})

const requestInit = (access: DemoAccess, { method, json, body, headers, signal }: RequestOptions): RequestInit => {
  const sent: Record<string, string | null> = {
    ...defaultHeaders(access),
    ...(json === undefined && body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...headers,
  }
  const text = json === undefined ? body : JSON.stringify(json)
  return {
    method: method ?? (text === undefined ? 'GET' : 'POST'),
    headers: Object.entries(sent).flatMap(([name, value]) =>
      value === null ? [] : [[name, value] as [string, string]],
    ),
    ...(text === undefined ? {} : { body: text }),
    ...(signal === undefined ? {} : { signal }),
  }
}
