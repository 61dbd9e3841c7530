import { randomUUID } from 'node:crypto'
import path from 'node:path'
import threads from 'node:worker_threads'
import { Client, Connection } from '@temporalio/client'
import {
  bundleWorkflowCode,
  DefaultLogger,
  NativeConnection,
  Runtime,
  Worker,
  type WorkerOptions,
  type WorkflowBundle,
} from '@temporalio/worker'
import { withUnwatchedWorkflows } from '../../../src/platform/patches/temporal-worker.ts'
import { testServers } from '../../support/test-servers.ts'
import { waitFor } from '../../support/wait-for.ts'

let workflowBundle: WorkflowBundle
let connection: NativeConnection
let client: Client
beforeAll(async () => {
  const logger = new DefaultLogger('ERROR', () => undefined)
  Runtime.install({ logger })
  workflowBundle = await bundleWorkflowCode({
    workflowsPath: path.join(import.meta.dirname, 'long-workflow.ts'),
    logger,
  })
  const address = testServers().temporalAddress
  connection = await NativeConnection.connect({ address })
  client = new Client({ connection: await Connection.connect({ address }) })
}, 60_000)
afterAll(async () => {
  await client.connection.close()
  await connection.close()
})

/**
 * Runs the long workflow with an execution timeout of 300 ms: far less than the workflow takes, and far more than the SDK's own
 * calls take on a busy machine (a timeout of those breaks the whole worker).
 * @returns `completed`, or the failure of its first task
 */
const runLong = async (create: (options: WorkerOptions) => Promise<Worker>): Promise<string> => {
  const taskQueue = randomUUID()
  // `isolateExecutionTimeout` is an internal setting of the SDK.
  const limited = { connection, taskQueue, workflowBundle, isolateExecutionTimeout: 300 }
  const worker = await create(limited)
  return await worker.runUntil(async () => {
    const run = await client.workflow.start('long', { taskQueue, workflowId: taskQueue })
    const outcome = await waitFor('the first task', async () => {
      const { events } = await run.fetchHistory()
      const failed = events?.find((event) => event.workflowTaskFailedEventAttributes)
      const message = failed?.workflowTaskFailedEventAttributes?.failure?.message
      return events?.some((event) => event.workflowExecutionCompletedEventAttributes)
        ? 'completed'
        : (message ?? undefined)
    })
    if (outcome !== 'completed') await run.terminate()
    return outcome
  })
}

describe('Workflow thread', () => {
  it('has the execution timeout of the SDK by default', async () => {
    await expect(runLong((options) => Worker.create(options))).resolves.toMatch(/timed out/)
  }, 60_000)

  it('has no execution timeout with withUnwatchedWorkflows', async () => {
    await expect(runLong((options) => withUnwatchedWorkflows(() => Worker.create(options)))).resolves.toBe('completed')
  }, 60_000)

  it('is the only patched thread: other threads start unchanged', async () => {
    const { Worker: plain } = threads
    await withUnwatchedWorkflows(async () => {
      const { Worker: patched } = threads
      expect(patched).not.toBe(plain)
      const thread = new patched("require('node:worker_threads').parentPort.postMessage(process.execArgv)", {
        eval: true,
      })
      const args = await new Promise<readonly string[]>((resolve) => thread.once('message', resolve))
      expect(args.join(' ')).not.toContain('temporal-workflow-thread')
      await thread.terminate()
    })
    expect(threads.Worker).toBe(plain)
  }, 60_000)
})
