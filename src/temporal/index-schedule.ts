import { type Client, ScheduleAlreadyRunning, ScheduleNotFoundError } from '@temporalio/client'
import type { DueInput } from '../manage/jobs/rules/due-input.ts'

const CALL_MS = 5_000

/** Within this window, missed runs are caught up with by one run, which indexes all due databases. */
const CATCHUP_WINDOW = '1 day'

/**
 * Reconciles the schedule of an installation with its settings: creates it, with a first run at once; updates its interval; or
 * deletes it. A schedule paused by an operator stays paused.
 *
 * @param everyMs undefined: no scheduled indexing
 * @throws errors of Temporal if it does not respond or denies the change
 */
export const reconcileIndexSchedule = async (
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
    const policies = { overlap: 'SKIP', catchupWindow: CATCHUP_WINDOW } as const
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
