import type { Client } from '@temporalio/client'
import { type ExportInput, exportWorkflowId } from '../manage/exports/rules/export-input.ts'
import { type JobWorkflow, jobWorkflow } from './job-workflow.ts'
import { keyword } from './keyword.ts'
import { startOnce } from './start-once.ts'

/** Workflows of exports. */
export interface Exporting extends JobWorkflow {
  /** Starts an export, idempotent per id. @throws Problem `worker_unavailable` if Temporal does not respond */
  start(input: ExportInput): Promise<void>
}

export const temporalExporting = (client: Client, taskQueue: string): Exporting => ({
  ...jobWorkflow(client, exportWorkflowId),
  async start(input) {
    await startOnce(client, 'exportAnswer', {
      workflowId: exportWorkflowId(input),
      taskQueue,
      args: [input],
      staticSummary: `Export as ${input.format}`,
      typedSearchAttributes: [
        { key: keyword('OrgId'), value: String(input.organizationId) },
        { key: keyword('ConversationId'), value: input.conversationId },
        { key: keyword('DatabaseId'), value: input.databaseId },
      ],
    })
  },
})
