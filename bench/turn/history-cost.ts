import type { Client } from '@temporalio/client'
import proto from '@temporalio/proto'

/** The size of a run in Temporal. */
export interface HistoryCost {
  readonly events: number
  readonly bytes: number
  /**
   * Billable actions of Temporal Cloud: start, update, regular activities, timers, search attributes, and one per
   * workflow task with local activities.
   */
  readonly actions: number
}

export const historyCost = async (client: Client, workflowId: string): Promise<HistoryCost> => {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory()
  const all = events ?? []
  const { HistoryEvent } = proto.temporal.api.history.v1
  const bytes = all.reduce((sum, event) => sum + HistoryEvent.encode(event).finish().length, 0)
  const count = (present: (event: (typeof all)[number]) => unknown): number =>
    all.filter((event) => present(event)).length
  const local = new Set(
    all.flatMap(({ markerRecordedEventAttributes: marker }) =>
      marker ? [String(marker.workflowTaskCompletedEventId)] : [],
    ),
  )
  const actions =
    1 +
    count((event) => event.workflowExecutionUpdateAcceptedEventAttributes) +
    count((event) => event.activityTaskScheduledEventAttributes) +
    count((event) => event.timerStartedEventAttributes) +
    count((event) => event.upsertWorkflowSearchAttributesEventAttributes) +
    local.size
  return { events: all.length, bytes, actions }
}
