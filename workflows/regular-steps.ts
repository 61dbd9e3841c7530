import { type ActivityOptions, proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import { HEARTBEAT_MS } from '../src/ask/rules/time-limits.ts'
import { RETRY } from './retry.ts'

/**
 * Steps of a turn as regular activities, with heartbeats.
 *
 * @param attemptMs what one attempt may take
 * @param leftMs what is left of the turn's time: no step outlasts it, however often it is tried
 */
export const regularSteps = (
  summary: string,
  attemptMs: number,
  leftMs: (() => number) | undefined,
  more: Pick<ActivityOptions, 'taskQueue' | 'scheduleToStartTimeout'> = {},
) =>
  proxyActivities<Activities>({
    startToCloseTimeout: attemptMs,
    heartbeatTimeout: HEARTBEAT_MS,
    retry: RETRY,
    summary,
    ...withinTurn(leftMs),
    ...more,
  })

/** The time limit of all attempts of a step. */
export const withinTurn = (leftMs: (() => number) | undefined): Pick<ActivityOptions, 'scheduleToCloseTimeout'> =>
  leftMs === undefined ? {} : { scheduleToCloseTimeout: Math.max(1, leftMs()) }
