import type { Client } from '@temporalio/client'
import { type IndexInput, indexWorkflowId } from '../manage/jobs/rules/index-input.ts'
import { type JobWorkflow, jobWorkflow } from './job-workflow.ts'
import { keywordAttribute } from './keyword.ts'
import { startOnce } from './start-once.ts'

/** Workflows of indexing jobs. */
export interface IndexWorkflows extends JobWorkflow {
  /** Starts a job after a delay, idempotent per id. @throws Problem `worker_unavailable` if Temporal does not respond */
  start(input: IndexInput, summary: string, delayMs?: number): Promise<void>
}

export const temporalIndexWorkflows = (client: Client, taskQueue: string): IndexWorkflows => ({
  ...jobWorkflow(client, indexWorkflowId),
  async start(input, summary, delayMs = 0) {
    await startOnce(client, 'indexDatabase', {
      workflowId: indexWorkflowId(input),
      taskQueue,
      args: [input],
      staticSummary: summary,
      ...(delayMs === 0 ? {} : { startDelay: delayMs }),
      typedSearchAttributes: [
        { key: keywordAttribute('OrgId'), value: String(input.organizationId) },
        { key: keywordAttribute('DatabaseId'), value: input.databaseId },
      ],
    })
  },
})
