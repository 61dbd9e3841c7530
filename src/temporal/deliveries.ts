import type { Client } from '@temporalio/client'
import { type DeliveryInput, deliveryWorkflowId } from '../manage/webhooks/rules/delivery.ts'
import { keywordAttribute } from './keyword.ts'
import { startOnce } from './start-once.ts'

/** Below the default priority (3) of questions, for which users wait. */
const PRIORITY = 4

/** Workflows that deliver events to endpoints. */
export interface DeliveryWorkflows {
  /**
   * Starts a delivery, idempotent per event and endpoint.
   * @throws Problem `worker_unavailable` if Temporal does not respond
   */
  start(input: DeliveryInput): Promise<void>
}

export const temporalDeliveries = (client: Client, taskQueue: string): DeliveryWorkflows => ({
  async start(input) {
    const { organizationId, webhookId, event } = input
    await startOnce(client, 'deliverWebhook', {
      workflowId: deliveryWorkflowId(input),
      taskQueue,
      args: [input],
      // Without the URL, which may include a password.
      staticSummary: `${event.type} to ${webhookId}`,
      priority: { priorityKey: PRIORITY, fairnessKey: `webhooks ${organizationId}` },
      typedSearchAttributes: [{ key: keywordAttribute('OrgId'), value: String(organizationId) }],
    })
  },
})
