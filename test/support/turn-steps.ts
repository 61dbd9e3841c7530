import type { Client } from '@temporalio/client'
import { workflowIdOf } from '../../src/ask/rules/turn.ts'
import type { Platform } from './platform.ts'

/** A step of a turn in the history of its workflow. */
interface TurnStep {
  readonly name: string
  /** Of a regular step; undefined for a local one. */
  readonly taskQueue: string | undefined
}

/** The steps of an ended turn between the first and the last, in the order in which Temporal recorded them. */
export const turnSteps = async (
  { app, access: { organizationId } }: Pick<Platform, 'app' | 'access'>,
  turn: { readonly turnId: string; readonly conversationId: string },
): Promise<readonly TurnStep[]> => {
  const handle = app.temporal.client.workflow.getHandle(workflowIdOf({ ...turn, organizationId }))
  await ended(handle)
  const { events } = await handle.fetchHistory()
  const steps = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: regular, ...event }) => {
    const marker = event.markerRecordedEventAttributes?.details?.data?.payloads?.[0]?.data
    if (regular) return { name: String(regular.activityType?.name), taskQueue: String(regular.taskQueue?.name) }
    return marker
      ? { name: String(JSON.parse(Buffer.from(marker).toString()).activity_type), taskQueue: undefined }
      : []
  })
  return steps.filter(({ name }) => name !== 'openTurn' && name !== 'closeTurn')
}

type Handle = ReturnType<Client['workflow']['getHandle']>

/** Waits for the end of a workflow, however it ends: its answer may be known sooner. */
export const ended = async (handle: Pick<Handle, 'result'>): Promise<void> =>
  await handle.result().then(
    () => undefined,
    () => undefined,
  )
