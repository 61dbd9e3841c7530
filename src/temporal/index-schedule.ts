import { type Client, ScheduleAlreadyRunning, ScheduleNotFoundError } from '@temporalio/client'
import type { DueInput } from '../manage/jobs/rules/due-input.ts'

const CALL_MS = 5_000

/** Of an outage that is longer, one run is caught up with; it indexes all that is due. */
const CAUGHT_UP_WITH = '1 day'

/**
 * Makes the schedule of an installation agree with its settings: it is made where it is missing, and first runs at once,
 * changed where its period is another, and removed where there is none. One that an operator has paused stays paused.
 *
 * @param everyMs undefined: nothing is indexed by itself
 * @throws what Temporal says where it does not answer, or does not let schedules be changed
 */
export const keepIndexSchedule = async (
  client: Client,
  taskQueue: string,
  everyMs: number | undefined,
): Promise<void> => {
  const call = <Result>(run: () => Promise<Result>) => client.withDeadline(Date.now() + CALL_MS, run)
  const scheduleId = `index-due/${taskQueue}`
  const handle = client.schedule.getHandle(scheduleId)
  if (everyMs === undefined) return await call(() => handle.delete()).catch(unlessMissing)
  const spec = { intervals: [{ every: everyMs }] }
  const input: DueInput = { everyMs }
  const action = {
    type: 'startWorkflow' as const,
    workflowType: 'indexDueDatabases',
    workflowId: scheduleId,
    args: [input],
    taskQueue,
    staticSummary: 'Index databases that are due',
  }
  try {
    const policies = { overlap: 'SKIP', catchupWindow: CAUGHT_UP_WITH } as const
    await call(() =>
      client.schedule.create({ scheduleId, spec, action, policies, state: { triggerImmediately: true } }),
    )
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
    const known = await call(() => handle.describe())
    if (known.spec.intervals?.[0]?.every === everyMs) return
    await call(() => handle.update((previous) => ({ ...previous, spec, action })))
  }
}

const unlessMissing = (error: unknown): void => {
  if (!(error instanceof ScheduleNotFoundError)) throw error
}
