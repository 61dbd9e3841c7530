import type { Client } from '@temporalio/client'
import { type AttackInput, attackWorkflowId } from '../manage/jobs/rules/attack-input.ts'
import { type JobWorkflow, jobWorkflow } from './job-workflow.ts'
import { keyword } from './keyword.ts'
import { LAST_PRIORITY } from './priorities.ts'
import { startOnce } from './start-once.ts'

/** Workflows of attack runs. */
export interface Attacking extends JobWorkflow {
  /** Starts a run, idempotent per id. @throws Problem `worker_unavailable` if Temporal does not respond */
  start(input: AttackInput, summary: string): Promise<void>
}

export const temporalAttacking = (client: Client, taskQueue: string): Attacking => ({
  ...jobWorkflow(client, attackWorkflowId),
  async start(input, summary) {
    await startOnce(client, 'attackPolicy', {
      workflowId: attackWorkflowId(input),
      taskQueue,
      args: [input],
      staticSummary: summary,
      priority: { priorityKey: LAST_PRIORITY, fairnessKey: `attacks of ${input.organizationId}` },
      typedSearchAttributes: [
        { key: keyword('OrgId'), value: String(input.organizationId) },
        { key: keyword('DatabaseId'), value: input.databaseId },
      ],
    })
  },
})
