import type { Client } from '@temporalio/client'
import { type AttackInput, attackWorkflowId } from '../manage/jobs/rules/attack-input.ts'
import { type JobWorkflow, jobWorkflow } from './job-workflow.ts'
import { keywordAttribute } from './keyword.ts'
import { LOWEST_PRIORITY } from './priorities.ts'
import { startOnce } from './start-once.ts'

/** Workflows of attack runs. */
export interface AttackWorkflows extends JobWorkflow {
  /** Starts a run, idempotent per id. @throws Problem `worker_unavailable` if Temporal does not respond */
  start(input: AttackInput, summary: string): Promise<void>
}

export const temporalAttackWorkflows = (client: Client, taskQueue: string): AttackWorkflows => ({
  ...jobWorkflow(client, attackWorkflowId),
  async start(input, summary) {
    await startOnce(client, 'attackPolicy', {
      workflowId: attackWorkflowId(input),
      taskQueue,
      args: [input],
      staticSummary: summary,
      priority: { priorityKey: LOWEST_PRIORITY, fairnessKey: `attacks of ${input.organizationId}` },
      typedSearchAttributes: [
        { key: keywordAttribute('OrgId'), value: String(input.organizationId) },
        { key: keywordAttribute('DatabaseId'), value: input.databaseId },
      ],
    })
  },
})
