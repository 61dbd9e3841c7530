import type { RetryPolicy } from '@temporalio/common'
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import { HEARTBEAT_MS } from '../src/ask/rules/time-limits.ts'
import type { TurnInput } from '../src/ask/rules/turn.ts'

/**
 * A worker may die in every attempt, and a server of ours may be away for as long as a turn has time (a hundred attempts
 * are eight minutes); a problem that trying again cannot mend ends them at once.
 */
const RETRY = { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '5s', maximumAttempts: 100 } as const

/** The beginning and the end of a turn must be stored, however long the store is away. */
const LASTING = { ...RETRY, maximumInterval: '10s', maximumAttempts: 10_000 } as const

/** For reading a schema that is not cached, and two statements of half a second. */
const EXPLORE_MS = 30_000

/** For asynchronous work: a day of retries. */
const PATIENT = { ...RETRY, maximumInterval: '30s', maximumAttempts: 3_000 } as const

type TurnStep =
  | 'openTurn'
  | 'draftQuery'
  | 'exploreSchema'
  | 'runQuery'
  | 'reviewResult'
  | 'composeAnswer'
  | 'closeTurn'

/** Emits the webhook event of a turn's end where it could not be emitted at once. */
export const { tellEvent } = proxyActivities<Activities>({
  startToCloseTimeout: '20s',
  retry: PATIENT,
  summary: 'Tell webhooks',
})

/**
 * The steps of a turn: a local activity where a step needs no network of its own, a regular one with heartbeats else.
 *
 * @param leftMs what is left of the turn's time: no step but the first and the last outlasts it, however often it is tried
 */
export const stepsOf = (input: TurnInput, leftMs?: number): Pick<Activities, TurnStep> => {
  const { waitMs } = input.question.patience
  const within = leftMs === undefined ? {} : { scheduleToCloseTimeout: Math.max(1, leftMs) }
  const local = (summary: string, retry: RetryPolicy, bound = {}) =>
    proxyLocalActivities<Activities>({
      startToCloseTimeout: '20s',
      localRetryThreshold: '10s',
      retry,
      summary,
      ...bound,
    })
  const lasting = (summary: string) => local(summary, LASTING)
  const regular = (summary: string, startToCloseTimeout: number) =>
    proxyActivities<Activities>({
      startToCloseTimeout,
      heartbeatTimeout: HEARTBEAT_MS,
      retry: RETRY,
      summary,
      ...within,
    })
  const planning = (summary: string) =>
    input.offlinePlanner ? local(summary, RETRY, within) : regular(summary, input.timeoutMs)
  return {
    openTurn: lasting('Store the question').openTurn,
    draftQuery: planning('Draft a query').draftQuery,
    exploreSchema: regular('Look into the database', EXPLORE_MS).exploreSchema,
    runQuery: regular('Guard and run the query', waitMs + input.queryTimeoutMs + 15_000).runQuery,
    reviewResult: planning('Judge what the query gave').reviewResult,
    composeAnswer: planning('Word the answer').composeAnswer,
    closeTurn: lasting('Store the answer').closeTurn,
  }
}
