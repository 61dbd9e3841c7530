import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import { type ExportInput, exportWorkflowId } from '../domain/export/export-input.ts'
import { asked } from './asked.ts'
import { keyword } from './keyword.ts'
import { startOnce } from './start-once.ts'

/** Exports, as the API starts and cancels them. */
export interface Exporting {
  /** Begins an export, unless it was begun; it waits for a worker. @throws Problem `worker_unavailable` when Temporal does not answer */
  start(input: ExportInput): Promise<void>
  /** Asks an export to stop. One that has ended stays as it is. @throws Problem `worker_unavailable` */
  cancel(input: Pick<ExportInput, 'organizationId' | 'jobId'>): Promise<void>
  /** Whether an export is yet to end, waiting or running. @throws Problem `worker_unavailable` */
  isRunning(input: Pick<ExportInput, 'organizationId' | 'jobId'>): Promise<boolean>
}

export const temporalExporting = (client: Client, taskQueue: string): Exporting => ({
  async start(input) {
    await startOnce(client, 'exportAnswer', {
      ...{ workflowId: exportWorkflowId(input), taskQueue, args: [input] },
      staticSummary: `Export as ${input.format}`,
      typedSearchAttributes: [
        { key: keyword('OrgId'), value: String(input.organizationId) },
        { key: keyword('ConversationId'), value: input.conversationId },
        { key: keyword('DatabaseId'), value: input.databaseId },
      ],
    })
  },
  async cancel(input) {
    try {
      await asked(client, () => client.workflow.getHandle(exportWorkflowId(input)).cancel())
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error
    }
  },
  async isRunning(input) {
    try {
      const { status } = await asked(client, () => client.workflow.getHandle(exportWorkflowId(input)).describe())
      return status.name === 'RUNNING'
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false
      throw error
    }
  },
})
