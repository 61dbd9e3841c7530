import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import { type IndexInput, indexWorkflowId } from '../domain/job/index-input.ts'
import { asked } from './asked.ts'
import { keyword } from './keyword.ts'
import { startOnce } from './start-once.ts'

/** Jobs that index databases, as the API starts and cancels them. */
export interface Indexing {
  /** Begins a job after a delay, unless it was begun; it waits for a worker. @throws Problem `worker_unavailable` when Temporal does not answer */
  start(input: IndexInput, summary: string, delayMs?: number): Promise<void>
  /** Asks a job to stop. One that has ended stays as it is. @throws Problem `worker_unavailable` */
  cancel(input: Pick<IndexInput, 'organizationId' | 'jobId'>): Promise<void>
  /** Whether a job is yet to end, waiting or running. @throws Problem `worker_unavailable` */
  isRunning(input: Pick<IndexInput, 'organizationId' | 'jobId'>): Promise<boolean>
}

export const temporalIndexing = (client: Client, taskQueue: string): Indexing => {
  return {
    async start(input, summary, delayMs = 0) {
      await startOnce(client, 'indexDatabase', {
        workflowId: indexWorkflowId(input),
        taskQueue,
        args: [input],
        staticSummary: summary,
        ...(delayMs === 0 ? {} : { startDelay: delayMs }),
        typedSearchAttributes: [
          { key: keyword('OrgId'), value: String(input.organizationId) },
          { key: keyword('DatabaseId'), value: input.databaseId },
        ],
      })
    },
    async cancel(input) {
      try {
        await asked(client, () => client.workflow.getHandle(indexWorkflowId(input)).cancel())
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error
      }
    },
    async isRunning(input) {
      try {
        const { status } = await asked(client, () => client.workflow.getHandle(indexWorkflowId(input)).describe())
        return status.name === 'RUNNING'
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false
        throw error
      }
    },
  }
}
