import path from 'node:path'
import { workflowsDigest } from '../../../workers/build-id.ts'
import { bundleWorkflows } from '../../../workers/bundle-workflows.ts'
import { runWorker } from '../../../workers/run-worker.ts'
import { type App, createApp } from '../../app.ts'
import type { Config } from '../../config.ts'
import type { DemoData } from '../../local/home/demo-file.ts'
import { homeFiles } from '../../local/home/home.ts'
import { registerProcess } from '../../local/home/register-process.ts'
import type { Progress } from '../../local/progress.ts'
import { requestHost } from '../../local/request-host.ts'
import type { LocalServers } from '../../local/start-local.ts'
import { passwords } from '../../manage/accounts/passwords.ts'
import { deriveKey } from '../../store/sealer.ts'
import { demoOfToday } from './demo/demo-of-today.ts'
import { type DemoOwner, demoOwner } from './demo/demo-owner.ts'
import { type DemoAccess, demoOf, seedDemo } from './demo/seed-demo.ts'
import { type ServedPortal, servedPortal } from './portal.ts'
import { serveApi } from './serve-api.ts'
import { openTelemetry } from './telemetry.ts'

/** What an application needs in addition to servers. */
interface Preparation {
  /** Absolute. */
  readonly demoFile: string
  readonly bundle: Awaited<ReturnType<typeof bundleWorkflows>>
  /** Absent: no portal is served. */
  readonly portal?: ServedPortal
}

/** Generates the demo's data for today, bundles the workflows and builds the portal with the widget. */
export const prepareApplication = async (home: string, progress?: Progress): Promise<Preparation> => {
  const [bundle, portal, demoFile] = await Promise.all([
    bundleWorkflows(),
    servedPortal({ progress }),
    demoOfToday(home),
  ])
  return { demoFile, bundle, portal }
}

/** API and worker in this process. */
export interface RunningApplication {
  /** The content of `demo.json`. */
  readonly demo: DemoData
  readonly owner: DemoOwner
  /** Resolves when the worker has stopped; rejects with WorkerFailed if it failed. */
  readonly stopped: Promise<void>
  /** Drains running requests and turns, and closes everything. */
  stop(): Promise<void>
}

const GRACE_MS = 8_000

/**
 * Runs API and worker on local servers, with the demo organization in the store.
 *
 * @param beforeListening called with the demo's access before the API responds: clients read that once it does
 */
export const runApplication = async (
  config: Config,
  local: Pick<
    LocalServers,
    'home' | 'secret' | 'temporalAddress' | 'mongoUri' | 'temporalUi' | 'codecSecret' | 'apiPort'
  >,
  { demoFile, bundle, portal }: Preparation,
  beforeListening: (demo: DemoData) => Promise<void> = async () => {},
): Promise<RunningApplication> => {
  const { secret, temporalAddress, mongoUri } = local
  const telemetry = await openTelemetry(config, 'start', path.join(homeFiles(local.home).logs, 'tabletalk.log'))
  const { observe, tracing } = telemetry
  const app = await createApp({
    config: {
      ...config,
      allowPrivateHosts: config.allowPrivateHosts ?? true,
      codecSecret: local.codecSecret,
      temporal: { ...config.temporal, ui: local.temporalUi },
    },
    temporalAddress,
    mongoUri,
    secret,
    observe,
    tracing,
  })
  const access = await seedDemo(app.store, demoFile, deriveKey(secret, 'api-keys'))
  const [owner] = await Promise.all([
    demoOwner({ store: app.store, passwords: passwords() }, access),
    // Before the worker starts, so that its schedule skips the indexed database.
    indexDemo(app, access),
  ])
  const worker = await runWorker(app, {
    bundle,
    address: temporalAddress,
    graceMs: GRACE_MS,
    sdkMetrics: telemetry.sdkAddress,
  })
  const demo = demoOf(access, `http://${requestHost(config.host)}:${local.apiPort}`, local.temporalUi)
  await beforeListening(demo)
  const api = await serveApi(app, { host: config.host, port: local.apiPort, secret, portal })
  telemetry.readyWhen(api.readiness)
  telemetry.watch(app.usage, workflowsDigest(bundle))
  void app.warmUp()
  const entry = await registerProcess(local.home, ['api', 'worker'])
  return {
    demo,
    owner,
    stopped: worker.stopped,
    async stop() {
      await api.drain(GRACE_MS)
      await worker.drain()
      await app.close()
      await telemetry.close()
      await entry.leave()
    },
  }
}

/** Indexes the demo database, in at most ten seconds, and starts the processes of its engine before the first question. */
const indexDemo = async ({ managed }: App, { organizationId, databaseId }: DemoAccess): Promise<void> => {
  const learn = async () => managed.indexWithinBudget(await managed.stored({ organizationId }, databaseId))
  await learn().catch(() => undefined)
}
