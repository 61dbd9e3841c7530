import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client'
import { type IndexInput, indexWorkflowId } from '../domain/job/index-input.ts'
import { Problem } from '../domain/problem.ts'
import { keyword } from './keyword.ts'
import { isUnavailable } from './trouble.ts'

const CALL_MS = 5_000

/** Jobs that index databases, as the API starts and cancels them. */
export interface Indexing {
  /** Begins a job, unless it was begun; it waits for a worker. @throws Problem `worker_unavailable` when Temporal does not answer */
  start(input: IndexInput, summary: string): Promise<void>
  /** Asks a job to stop. One that has ended stays as it is. @throws Problem `worker_unavailable` */
  cancel(input: Pick<IndexInput, 'organizationId' | 'jobId'>): Promise<void>
  /** Whether a job is yet to end, waiting or running. @throws Problem `worker_unavailable` */
  isRunning(input: Pick<IndexInput, 'organizationId' | 'jobId'>): Promise<boolean>
}

export const temporalIndexing = (client: Client, taskQueue: string): Indexing => {
  const call = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    try {
      return await client.withDeadline(Date.now() + CALL_MS, run)
    } catch (error) {
      throw isUnavailable(error) ? new Problem('worker_unavailable', { cause: error }) : error
    }
  }
  return {
    async start(input, summary) {
      await call(() =>
        client.workflow.start('indexDatabase', {
          workflowId: indexWorkflowId(input),
          taskQueue,
          args: [input],
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
          staticSummary: summary,
          typedSearchAttributes: [
            { key: keyword('OrgId'), value: String(input.organizationId) },
            { key: keyword('DatabaseId'), value: input.databaseId },
          ],
        }),
      ).catch((error: unknown) => {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
      })
    },
    async cancel(input) {
      try {
        await call(() => client.workflow.getHandle(indexWorkflowId(input)).cancel())
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error
      }
    },
    async isRunning(input) {
      try {
        const { status } = await call(() => client.workflow.getHandle(indexWorkflowId(input)).describe())
        return status.name === 'RUNNING'
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false
        throw error
      }
    },
  }
}
