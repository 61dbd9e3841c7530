import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { withUnwatchedWorkflows } from '../../src/platform/patches/temporal-worker.ts'
import { bundleSources } from '../../workers/bundle-workflows.ts'
import { TURN_WORKER_SETTINGS } from '../../workers/worker-settings.ts'

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
      ...(isTuned ? TURN_WORKER_SETTINGS : {}),
    })
  const worker = isTuned ? await withUnwatchedWorkflows(create) : await create()
  return { worker, taskQueue }
}
