import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Context } from '@temporalio/activity'
import {
  type ActivityInterceptorsFactory,
  DefaultLogger,
  type NativeConnection,
  Runtime,
  Worker,
  type WorkerOptions,
  type WorkflowBundle,
} from '@temporalio/worker'
import { createActivities } from '../activities/index.ts'
import { RunningQueries } from '../activities/running-queries.ts'
import type { App } from '../src/app.ts'
import { withUnwatchedWorkflows } from '../src/platform/patches/temporal-worker.ts'
import { buildIdOf } from './build-id.ts'
import { failureInterceptor } from './failure-interceptor.ts'
import { untilEnded, untilIdle } from './until-ended.ts'
import { beginUpkeep } from './upkeep.ts'
import { whenTemporalAnswers } from './when-temporal-answers.ts'
import { STEPS_MAX, TURN_WORKER_SETTINGS } from './worker-settings.ts'

interface WorkerSettings {
  readonly bundle: WorkflowBundle
  readonly address: string
  /** How long running steps may continue after `drain`; a step that is cut off runs again on another worker. */
  readonly graceMs: number
  /** Where the SDK is to serve its metrics, as `host:port`. */
  readonly sdkMetrics?: string | undefined
  /** Ends the wait for a Temporal that is not there. */
  readonly signal?: AbortSignal | undefined
  /** Around every step, outermost first. */
  readonly interceptors?: readonly ActivityInterceptorsFactory[]
}

/** A worker that takes turns. */
export interface RunningWorker {
  /** Settles when the worker has stopped; rejects with WorkerFailed when it failed. */
  readonly stopped: Promise<void>
  /** Whether it asks Temporal for work: from its start until it drains. */
  isPolling(): boolean
  drain(): Promise<void>
}

/** Starts taking turns, as soon as Temporal and its namespace are there. What `signal` ends before is stopped. */
export const runWorker = async (
  app: App,
  { bundle, address, graceMs, sdkMetrics, interceptors = [], signal }: WorkerSettings,
): Promise<RunningWorker> => {
  installRuntime(app, sdkMetrics)
  const { namespace, taskQueue } = app.config.temporal
  const buildId = buildIdOf(bundle)
  const queries = new RunningQueries(`${taskQueue}-${randomUUID()}`)
  const shared = {
    namespace,
    identity: `${process.pid}@${hostname()} ${buildId}`,
    activities: createActivities(app, queries),
    dataConverter: app.temporal.dataConverter,
    interceptors: { activity: [...interceptors, (context: Context) => ({ inbound: failureInterceptor(context) })] },
    shutdownGraceTime: graceMs,
    shutdownForceTime: graceMs + 5_000,
    maxConcurrentActivityTaskExecutions: STEPS_MAX,
    maxHeartbeatThrottleInterval: '1s',
    defaultHeartbeatThrottleInterval: '1s',
  } satisfies Partial<WorkerOptions>
  const create = (connection: NativeConnection): Promise<Worker> =>
    Worker.create({
      ...shared,
      connection,
      taskQueue,
      buildId,
      workflowBundle: bundle,
      ...TURN_WORKER_SETTINGS,
    })
  const begun = await whenTemporalAnswers(app, { address, signal }, (connection) =>
    app.config.watchWorkflows ? create(connection) : withUnwatchedWorkflows(() => create(connection)),
  )
  if (begun === undefined) return { stopped: Promise.resolve(), isPolling: () => false, drain: async () => undefined }
  const { worker, connection } = begun
  const adopting = await Worker.create({
    ...shared,
    connection,
    taskQueue: queries.queue,
    activityTaskPollerBehavior: { type: 'simple-maximum', maximum: 2 },
  })
  const workers = [worker, adopting]
  const detach = app.turns.attachWorker(connection)
  const endUpkeep = beginUpkeep(app)
  const ended = Promise.all(workers.map((one) => untilEnded(one)))
  const stopped = ended
    .then(() => undefined)
    .finally(async () => {
      detach()
      queries.close()
      endUpkeep()
      // One that a broken worker still holds cannot be closed, and ends with the process.
      await connection.close().catch(() => undefined)
    })
  // The caller awaits it later.
  stopped.catch(() => undefined)
  return {
    stopped,
    isPolling: () => worker.getState() === 'RUNNING',
    async drain() {
      detach()
      for (const one of workers) if (one.getState() === 'RUNNING') one.shutdown()
      const over = new AbortController()
      const idle = Promise.all(workers.map((one) => untilIdle(one, over.signal)))
      await Promise.race([stopped, idle]).finally(() => over.abort())
    },
  }
}

let installed = false

/** Once per process, before any connection: signals are ours to handle, and what the SDK warns of goes to our log. */
const installRuntime = ({ observe, temporal: { watch: temporalWatch } }: App, sdkMetrics: string | undefined): void => {
  if (installed) return
  const logger = new DefaultLogger('WARN', ({ level, message, meta }) => {
    // The SDK logs every retry to an unavailable Temporal; the watch reports it once, with its reason.
    if (RETRIED.test(message)) temporalWatch.start()
    else observe({ kind: 'temporal_sdk_logged', severity: level, message, error: meta?.error })
  })
  const metrics = sdkMetrics === undefined ? {} : { metrics: { prometheus: { bindAddress: sdkMetrics } } }
  Runtime.install({ shutdownSignals: [], logger, telemetryOptions: { ...metrics, logging: { forward: {} } } })
  installed = true
}

const RETRIED = /^gRPC call \S+ retried \d+ times/
