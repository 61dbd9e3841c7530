import { randomUUID } from 'node:crypto'
import http from 'node:http'
import path from 'node:path'
import { Client, Connection, WithStartWorkflowOperation } from '@temporalio/client'
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'

/** The minimum cost of a turn on Temporal: every request is a workflow of five empty steps. */
const taskQueue = `bare-${randomUUID()}`
const { TEMPORAL_ADDRESS: address = '' } = process.env
const logger = new DefaultLogger('ERROR')
Runtime.install({ logger, shutdownSignals: [] })
const workflowBundle = await bundleWorkflowCode({
  workflowsPath: path.join(import.meta.dirname, 'bare-workflow.ts'),
  logger,
})
const connection = await NativeConnection.connect({ address })
const nothing = async (): Promise<void> => undefined
const worker = await Worker.create({
  connection,
  taskQueue,
  workflowBundle,
  activities: { empty: nothing, local: nothing },
})
const running = worker.run()
const client = new Client({ connection: await Connection.connect({ address }) })

const turn = async (): Promise<string> => {
  const workflowId = randomUUID()
  await client.workflow.executeUpdateWithStart('answer', {
    updateId: workflowId,
    startWorkflowOperation: new WithStartWorkflowOperation('bareTurn', {
      workflowId,
      taskQueue,
      args: [],
      workflowIdConflictPolicy: 'USE_EXISTING',
    }),
  })
  return workflowId
}

const server = http.createServer((request, response) => {
  request.resume()
  turn().then(
    (workflowId) => response.end(JSON.stringify({ workflowId })),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  const bound = server.address()
  process.send?.({ port: typeof bound === 'object' ? bound?.port : undefined })
})
// Ends with a failed benchmark.
process.once('disconnect', () => process.exit())
process.once('message', async () => {
  server.closeAllConnections()
  worker.shutdown()
  await running
  process.exit()
})
