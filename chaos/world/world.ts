import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../../src/config.ts'
import { type Progress, silentProgress } from '../../src/local/progress.ts'
import { bundleWorkflows } from '../../workers/bundle-workflows.ts'
import { Journal, type JournalEntry, readJournal } from '../journal.ts'
import { type CustomerDatabase, startCustomerDatabase } from './customer-database.ts'
import { ModelProcess } from './model-process.ts'
import { type Access, seed } from './seed.ts'
import { type Servers, startServers } from './servers.ts'
import { ServiceProcess } from './service-process.ts'

/** What must be found in no store, history, log or answer. */
export const SECRET_CANARY = 'a secret of the chaos run, long enough: 8d1f'
export const MODEL_KEY_CANARY = 'sk-model-canary-2b77d1'

export const TURN_TIMEOUT_S = 240

/** Everything that runs: servers, the model, and processes of the service, which come and go. */
export class World {
  readonly folder: string
  readonly servers: Servers
  readonly customers: CustomerDatabase
  readonly model: ModelProcess
  readonly access: Access
  readonly journal: Journal
  readonly #processes: ServiceProcess[] = []
  readonly #env: Readonly<Record<string, string>>

  private constructor(
    folder: string,
    parts: { servers: Servers; customers: CustomerDatabase; model: ModelProcess; access: Access },
  ) {
    this.folder = folder
    this.servers = parts.servers
    this.customers = parts.customers
    this.model = parts.model
    this.access = parts.access
    this.journal = new Journal(path.join(folder, 'clients.jsonl'))
    this.#env = {
      TEMPORAL_ADDRESS: this.servers.temporalAddress,
      MONGODB_URI: this.servers.mongoUri,
      TABLETALK_SECRET: SECRET_CANARY,
      TABLETALK_HOME: folder,
      TABLETALK_MODEL: 'openai:scripted',
      OPENAI_API_KEY: MODEL_KEY_CANARY,
      OPENAI_BASE_URL: `http://127.0.0.1:${this.model.port}/v1`,
      TABLETALK_MODEL_TIMEOUT: '20',
      TABLETALK_TURN_TIMEOUT: String(TURN_TIMEOUT_S),
      TABLETALK_QUERY_TIMEOUT: '60',
      TABLETALK_ALLOW_PRIVATE_HOSTS: 'true',
      PORT: '0',
      NODE_OPTIONS: '',
      // Processes start often, and always with the same code.
      NODE_COMPILE_CACHE: path.join(tmpdir(), 'tabletalk-chaos-compiled'),
    }
  }

  /** @param disk where Temporal and the store keep their files; a folder of this world unless given */
  static async start(progress: Progress = silentProgress, disk?: string): Promise<World> {
    const folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-chaos-'))
    const logs = path.join(folder, 'logs')
    mkdirSync(logs)
    const [servers, customers, model, { code }] = await Promise.all([
      startServers(disk ?? folder, readConfig().cache, progress),
      startCustomerDatabase(),
      ModelProcess.start(path.join(folder, 'model.jsonl')),
      bundleWorkflows(),
    ])
    await writeFile(path.join(folder, 'workflows.js'), code)
    const access = await seed(servers.mongoUri, SECRET_CANARY, customers.address)
    return new World(folder, { servers, customers, model, access })
  }

  /** What every process of the service prints. */
  get serviceLog(): string {
    return path.join(this.folder, 'logs', 'service.log')
  }

  /** Everything that was seen from outside so far. */
  entries(): readonly JournalEntry[] {
    const files = ['clients.jsonl', 'model.jsonl'].map((name) => path.join(this.folder, name))
    return files.flatMap((file) => readJournal(file))
  }

  async startService(role: 'api' | 'worker'): Promise<ServiceProcess> {
    const started = await ServiceProcess.start({
      role,
      env: this.#env,
      log: this.serviceLog,
      customers: this.customers.server.address,
      bundleFile: path.join(this.folder, 'workflows.js'),
      onStep: ({ at, scope, step }) => this.journal.write({ kind: 'step', at, scope, step }),
    })
    this.#processes.push(started)
    return started
  }

  /** Writes down what is about to be broken. */
  note(what: string): void {
    this.journal.write({ kind: 'fault', at: Date.now(), what })
  }

  async close(): Promise<void> {
    for (const running of this.#processes) running.resume()
    await Promise.all(this.#processes.map((running) => running.kill()))
    this.model.close()
    await Promise.all([this.servers.store.stop(), this.servers.temporal.stop(), this.customers.server.stop()])
    rmSync(this.folder, { recursive: true, force: true })
  }
}
