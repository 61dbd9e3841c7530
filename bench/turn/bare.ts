import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { Client, Connection, WithStartWorkflowOperation } from '@temporalio/client'
import { bareWorker } from './bare-worker.ts'

/** The minimum cost of a turn on Temporal: every request starts the workflow of five empty steps that its path names. */
const { TEMPORAL_ADDRESS: address = '', TUNED } = process.env
const { worker, taskQueue } = await bareWorker(address, TUNED === 'true')
const running = worker.run()
const client = new Client({ connection: await Connection.connect({ address }) })

/** @returns its id, when it has ended */
const turn = async (workflowType: string): Promise<string> => {
  const workflowId = randomUUID()
  await client.workflow.executeUpdateWithStart('answer', {
    updateId: workflowId,
    startWorkflowOperation: new WithStartWorkflowOperation(workflowType, {
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
  turn(request.url?.slice(1) ?? '').then(
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
