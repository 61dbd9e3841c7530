import type { Client } from '@temporalio/client'
import { type DeliveryInput, deliveryWorkflowId } from '../manage/webhooks/rules/delivery.ts'
import { keyword } from './keyword.ts'
import { startOnce } from './start-once.ts'

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
    await startOnce(client, 'deliverWebhook', {
      workflowId: deliveryWorkflowId(input),
      taskQueue,
      args: [input],
      // Never its address: some have a password in them.
      staticSummary: `${event.type} to ${webhookId}`,
      priority: { priorityKey: PRIORITY, fairnessKey: `webhooks ${organizationId}` },
      typedSearchAttributes: [{ key: keyword('OrgId'), value: String(organizationId) }],
    })
  },
})
