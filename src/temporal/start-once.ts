import { type Client, WorkflowExecutionAlreadyStartedError, type WorkflowStartOptions } from '@temporalio/client'
import { callTemporal } from './call-temporal.ts'

/**
 * Starts a workflow, unless one with its id was ever started. The workflow waits for a worker.
 * @throws Problem `worker_unavailable` if Temporal does not respond
 */
export const startOnce = async (
  client: Client,
  workflowType: string,
  options: Omit<WorkflowStartOptions, 'workflowIdReusePolicy' | 'workflowIdConflictPolicy'>,
): Promise<void> => {
  try {
    await callTemporal(client, () =>
      client.workflow.start(workflowType, { ...options, workflowIdReusePolicy: 'REJECT_DUPLICATE' }),
    )
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}
