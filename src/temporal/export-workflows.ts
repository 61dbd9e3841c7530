import type { Client } from '@temporalio/client'
import { type ExportInput, exportWorkflowId } from '../manage/exports/rules/export-input.ts'
import { type JobWorkflow, jobWorkflow } from './job-workflow.ts'
import { keywordAttribute } from './keyword.ts'
import { startOnce } from './start-once.ts'

/** Workflows of exports. */
export interface ExportWorkflows extends JobWorkflow {
  /** Starts an export, idempotent per id. @throws Problem `worker_unavailable` if Temporal does not respond */
  start(input: ExportInput): Promise<void>
}

export const temporalExportWorkflows = (client: Client, taskQueue: string): ExportWorkflows => ({
  ...jobWorkflow(client, exportWorkflowId),
  async start(input) {
    await startOnce(client, 'exportAnswer', {
      workflowId: exportWorkflowId(input),
      taskQueue,
      args: [input],
      staticSummary: `Export as ${input.format}`,
      typedSearchAttributes: [
        { key: keywordAttribute('OrgId'), value: String(input.organizationId) },
        { key: keywordAttribute('ConversationId'), value: input.conversationId },
        { key: keywordAttribute('DatabaseId'), value: input.databaseId },
      ],
    })
  },
})
