import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { DefaultLogger, NativeConnection, Runtime, Worker, type WorkerOptions } from '@temporalio/worker'
import { withUnwatchedWorkflows } from '../../src/platform/patches/temporal-worker.ts'
import { bundleSources } from '../../workers/bundle-workflows.ts'

/** The settings of `workers/run-worker.ts` that affect cost. */
const TUNED = {
  stickyQueueScheduleToStartTimeout: '2s',
  maxCachedWorkflows: 200,
  maxConcurrentActivityTaskExecutions: 1_000,
  maxConcurrentLocalActivityExecutions: 1_000,
  workflowTaskPollerBehavior: { type: 'autoscaling', minimum: 2, initial: 4, maximum: 20 },
  activityTaskPollerBehavior: { type: 'autoscaling', minimum: 1, initial: 2, maximum: 20 },
} satisfies Partial<WorkerOptions>

/**
 * A worker of the bare workflows, with the defaults of the SDK.
 *
 * @param isTuned with the settings of the service, and workflows that the SDK does not watch
 */
export const bareWorker = async (
  address: string,
  isTuned: boolean,
): Promise<{ readonly worker: Worker; readonly taskQueue: string }> => {
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ message }) => console.error(message)),
    shutdownSignals: [],
    telemetryOptions: { logging: { forward: {} } },
  })
  const taskQueue = `bare-${randomUUID()}`
  const workflowBundle = await bundleSources(path.join(import.meta.dirname, 'bare-workflow.ts'))
  const connection = await NativeConnection.connect({ address })
  const nothing = async (): Promise<void> => undefined
  const create = (): Promise<Worker> =>
    Worker.create({
      connection,
      taskQueue,
      workflowBundle,
      activities: { regular: nothing, local: nothing },
      ...(isTuned ? TUNED : {}),
    })
  const worker = isTuned ? await withUnwatchedWorkflows(create) : await create()
  return { worker, taskQueue }
}
