import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import { callTemporal } from './call-temporal.ts'

/** Identifies the workflow of a job. */
interface JobId {
  readonly organizationId: number
  readonly jobId: string
}

/** The workflows of one kind of job. */
export interface JobWorkflow {
  /** Cancels a job; no effect if it has ended. @throws Problem `worker_unavailable` */
  cancel(job: JobId): Promise<void>
  /** Whether a job is waiting or running. @throws Problem `worker_unavailable` */
  isRunning(job: JobId): Promise<boolean>
}

/** @param workflowIdOf the id of the workflow of a job */
export const jobWorkflow = (client: Client, workflowIdOf: (job: JobId) => string): JobWorkflow => ({
  async cancel(job) {
    try {
      await callTemporal(client, () => client.workflow.getHandle(workflowIdOf(job)).cancel())
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error
    }
  },
  async isRunning(job) {
    try {
      const { status } = await callTemporal(client, () => client.workflow.getHandle(workflowIdOf(job)).describe())
      return status.name === 'RUNNING'
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false
      throw error
    }
  },
})
