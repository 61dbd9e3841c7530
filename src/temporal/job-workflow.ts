import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import { asked } from './asked.ts'

/** By what the workflow of a job is found. */
export interface JobId {
  readonly organizationId: number
  readonly jobId: string
}

/** The workflow of each job of one kind. */
export interface JobWorkflow {
  /** Asks a job to stop. One that has ended stays as it is. @throws Problem `worker_unavailable` */
  cancel(job: JobId): Promise<void>
  /** Whether a job is yet to end, waiting or running. @throws Problem `worker_unavailable` */
  isRunning(job: JobId): Promise<boolean>
}

/** @param workflowIdOf where a job of the kind is found in Temporal */
export const jobWorkflow = (client: Client, workflowIdOf: (job: JobId) => string): JobWorkflow => ({
  async cancel(job) {
    try {
      await asked(client, () => client.workflow.getHandle(workflowIdOf(job)).cancel())
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error
    }
  },
  async isRunning(job) {
    try {
      const { status } = await asked(client, () => client.workflow.getHandle(workflowIdOf(job)).describe())
      return status.name === 'RUNNING'
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false
      throw error
    }
  },
})
