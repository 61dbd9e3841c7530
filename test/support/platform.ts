import { randomUUID } from 'node:crypto'
import { type App, createApp } from '../../src/app.ts'
import { workflowIdOf } from '../../src/ask/rules/turn.ts'
import { readConfig } from '../../src/config.ts'
import type { Observe } from '../../src/platform/observation.ts'
import { type DemoAccess, seedDemo } from '../../src/platform/process/demo/seed-demo.ts'
import type { ServedPortal } from '../../src/platform/process/portal.ts'
import { type RunningApi, serveApi } from '../../src/platform/process/serve-api.ts'
import { noTracing, type Tracing } from '../../src/platform/tracing/tracing.ts'
import { deriveKey } from '../../src/store/sealer.ts'
import { type RunningWorker, runWorker } from '../../workers/run-worker.ts'
import { type Contract, contractOf } from './contract.ts'
import { streamEvents } from './stream-events.ts'
import { demoCatalog, testBundle, testServers } from './test-servers.ts'
import { ended } from './turn-steps.ts'

export interface PlatformOptions {
  /** Settings beside the addresses, as environment variables. */
  readonly env?: Readonly<Record<string, string>>
  /** False: the API runs alone, and workers are the test's. */
  readonly worker?: boolean
  /** Gets what the service notices. */
  readonly observe?: Observe
  /** Where its spans go; nowhere by default. */
  readonly tracing?: Tracing
  /** None by default. */
  readonly portal?: ServedPortal
  /** The time of a look-up, for a test that has to find something also on a busy machine. */
  readonly lookUpMs?: number
}

/** A whole running service on servers of the test run, with a store and a task queue of its own. */
export interface Platform {
  readonly app: App
  readonly baseUrl: string
  readonly access: DemoAccess
  /** What a process needs to join this platform. */
  readonly env: Readonly<Record<string, string>>
  /** The published document. Every answer to `request` and `open` is held against it; one that it lacks is an error. */
  contract(): Promise<Contract>
  /** A request as the demo organization's key, tenant 1, scope `tester`, unless headers say otherwise. Redirects are answers. */
  request(path: string, options?: RequestOptions): Promise<Reply>
  /** The same, with the body left to be read. */
  open(path: string, options?: RequestOptions): Promise<Response>
  /** The default headers of `request`. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * Waits for the end of a turn in Temporal: its answer is given before.
   * @param answer of the endpoint
   * @param organizationId of the demo by default
   */
  ended(answer: { readonly turn_id: string; readonly conversation_id: string }, organizationId?: number): Promise<void>
  /** Starts a worker in this process. */
  startWorker(): Promise<RunningWorker>
  close(): Promise<void>
}

interface Running {
  readonly app: App
  readonly api: RunningApi
  readonly workers: RunningWorker[]
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

/** The least that argon2 takes: tests log in hundreds of times. `test/accounts/new-password.test.ts` holds the cost of the product. */
const PASSWORD_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export const SECRET = 'a secret of the test suite, long enough'

export const startPlatform = async ({
  env = {},
  worker = true,
  observe = () => undefined,
  tracing = noTracing,
  portal,
  lookUpMs,
}: PlatformOptions = {}): Promise<Platform> => {
  const servers = testServers()
  const name = `t${randomUUID().replaceAll('-', '')}`
  const environment = {
    TEMPORAL_ADDRESS: servers.temporalAddress,
    MONGODB_URI: `${servers.mongoUri}${name}`,
    TABLETALK_SECRET: SECRET,
    TABLETALK_TASK_QUEUE: name,
    TABLETALK_HOME: servers.home,
    // Suites ask more in a minute than any plan allows; those of the limits count.
    TABLETALK_LIMITS: 'off',
    // Nothing is indexed while something else is tried.
    TABLETALK_INDEX_HOURS: '0',
    LOG_LEVEL: 'warn',
    ...env,
  }
  const config = readConfig(environment)
  const observed = { temporalAddress: environment.TEMPORAL_ADDRESS, mongoUri: environment.MONGODB_URI, secret: SECRET }
  const app = await createApp({
    config,
    ...observed,
    observe,
    tracing,
    passwordCost: PASSWORD_COST,
    ...(lookUpMs === undefined ? {} : { lookUpMs }),
  })
  const access = await seedDemo(app.store, servers.demoFile, deriveKey(SECRET, 'api-keys'))
  await app.store.catalogs.put(access, access.databaseId, await demoCatalog())
  const api: RunningApi = await serveApi(app, { host: '127.0.0.1', port: 0, secret: SECRET, portal })
  const baseUrl = `http://127.0.0.1:${api.port}`
  // Node keeps the modules of a file of tests, and they keep their platform: a closed one lets go of its service.
  let running: Running | undefined = { app, api, workers: [] }
  const service = (): Running => {
    if (running === undefined) throw new Error('this platform is closed')
    return running
  }
  const startWorker = async () => {
    const { app, workers } = service()
    const started = await runWorker(app, {
      bundle: await testBundle(),
      address: environment.TEMPORAL_ADDRESS,
      graceMs: 1_000,
    })
    workers.push(started)
    return started
  }
  if (worker) await startWorker()
  let published: Promise<Contract> | undefined
  const contract = () => {
    published ??= publishedContract(baseUrl)
    return published
  }
  const open = async (path: string, options: RequestOptions = {}): Promise<Response> => {
    const init = requestInit(access, options)
    const response = await fetch(`${baseUrl}${path}`, init)
    expectDocumented(await contract(), { method: init.method ?? 'GET', response })
    return response
  }
  return {
    contract,
    get app() {
      return service().app
    },
    baseUrl,
    access,
    env: environment,
    headers: defaultHeaders(access),
    async request(path, options = {}) {
      const response = await open(path, options)
      const reply = await replyOf(response)
      const { method = 'GET' } = requestInit(access, options)
      expectDocumented(await contract(), { method, response, text: reply.text })
      return reply
    },
    open,
    async ended({ turn_id: turnId, conversation_id: conversationId }, organizationId = access.organizationId) {
      const workflowId = workflowIdOf({ organizationId, conversationId, turnId })
      await ended(service().app.temporal.client.workflow.getHandle(workflowId))
    },
    startWorker,
    async close() {
      if (running === undefined) return
      const { app, api, workers } = running
      await api.drain(1_000)
      await Promise.all(workers.map((worker) => worker.drain()))
      await app.close()
      running = undefined
    },
  }
}

const publishedContract = async (baseUrl: string): Promise<Contract> =>
  contractOf(await (await fetch(`${baseUrl}/openapi.json`)).text())

interface Sent {
  readonly method: string
  readonly response: Response
  readonly text?: string
}

/** @throws when the document does not say that this request may be answered so */
const expectDocumented = (contract: Contract, { method, response, text }: Sent): void => {
  const { status, headers, url } = response
  // As it was sent: dots in an address are followed before that.
  const path = new URL(url).pathname
  const answered = { method, path, status, headers, ...(text === undefined ? {} : { text }) }
  const isEvents = headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const isStream = isEvents && !headers.has('x-vercel-ai-ui-message-stream')
  const faults = isStream && text !== undefined ? streamEvents(text).map(contract.eventFault) : []
  const fault = contract.fault(answered) ?? faults.find((found) => found !== undefined)
  if (fault !== undefined)
    throw new Error(`${method} ${path.slice(0, 200)} was not answered as documented: ${fault}\n${text?.slice(0, 500)}`)
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
    redirect: 'manual',
    headers: Object.entries(sent).flatMap(([name, value]) =>
      value === null ? [] : [[name, value] as [string, string]],
    ),
    ...(text === undefined ? {} : { body: text }),
    ...(signal === undefined ? {} : { signal }),
  }
}
