import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import { Problem } from '../domain/problem.ts'
import { type DeliveryInput, deliveryWorkflowId } from '../domain/webhooks/delivery.ts'
import { isUnavailable } from './trouble.ts'

const CALL_MS = 5_000

/** After steps of questions, which somebody waits for: 3 is what has none. */
const PRIORITY = 4

/** Deliveries of events to endpoints, each a workflow. */
export interface Deliveries {
  /**
   * Begins a delivery, unless it was begun before.
   * @throws Problem `worker_unavailable` when Temporal does not answer
   */
  start(input: DeliveryInput): Promise<void>
}

export const temporalDeliveries = (client: Client, taskQueue: string): Deliveries => ({
  async start(input) {
    const { organizationId, webhookId, event } = input
    try {
      await client.withDeadline(Date.now() + CALL_MS, () =>
        client.workflow.start('deliverWebhook', {
          workflowId: deliveryWorkflowId(input),
          taskQueue,
          args: [input],
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
          // Never its address: some have a password in them.
          staticSummary: `${event.type} to ${webhookId}`,
          priority: { priorityKey: PRIORITY, fairnessKey: `webhooks ${organizationId}` },
          typedSearchAttributes: [{ key: ORGANIZATION, value: String(organizationId) }],
        }),
      )
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return
      throw isUnavailable(error) ? new Problem('worker_unavailable', { cause: error }) : error
    }
  },
})

const ORGANIZATION = defineSearchAttributeKey('OrgId', SearchAttributeType.KEYWORD)
