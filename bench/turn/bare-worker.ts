import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { readConfig } from '../../src/config.ts'
import { withUnwatchedWorkflows } from '../../src/platform/patches/temporal-worker.ts'
import { bundleSources } from '../../workers/bundle-workflows.ts'

/**
 * A worker of the bare workflows. It has the settings of `workers/run-worker.ts` that affect cost: pollers, cache, concurrency,
 * the sticky queue's timeout, and workflows that the SDK does not watch, unless the service has them watched.
 */
export const bareWorker = async (address: string): Promise<{ readonly worker: Worker; readonly taskQueue: string }> => {
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
      stickyQueueScheduleToStartTimeout: '2s',
      maxCachedWorkflows: 200,
      maxConcurrentActivityTaskExecutions: 1_000,
      maxConcurrentLocalActivityExecutions: 1_000,
      workflowTaskPollerBehavior: { type: 'autoscaling', minimum: 2, initial: 4, maximum: 20 },
      activityTaskPollerBehavior: { type: 'autoscaling', minimum: 1, initial: 2, maximum: 20 },
    })
  const worker = readConfig().watchWorkflows ? await create() : await withUnwatchedWorkflows(create)
  return { worker, taskQueue }
}
