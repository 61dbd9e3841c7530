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

/**
 * What a step gets whose turn has no time left. Temporal cannot complete the workflow task of a local step whose time is over when
 * it is scheduled: it repeats the task for up to a minute.
 */
const LEAST_MS = 500

/** The time limit of all attempts of a step. */
export const withinTurn = (leftMs: (() => number) | undefined): Pick<ActivityOptions, 'scheduleToCloseTimeout'> =>
  leftMs === undefined ? {} : { scheduleToCloseTimeout: Math.max(LEAST_MS, leftMs()) }
