import type { RetryPolicy } from '@temporalio/common'
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { RunQueryInput } from '../activities/run-query.ts'
import type { Outcome } from '../src/ask/rules/outcome.ts'
import type { TurnInput } from '../src/ask/rules/turn.ts'
import { regularSteps, withinTurn } from './regular-steps.ts'
import { RETRY } from './retry.ts'
import { runQueryOf } from './run-query.ts'

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

/** The steps as workflows see them: a query that was handed over has been adopted. */
interface TurnSteps extends Pick<Activities, Exclude<TurnStep, 'runQuery'>> {
  runQuery(run: Omit<RunQueryInput, 'handover'>): Promise<Outcome>
}

/**
 * The steps of a turn: a local activity where a step needs no network of its own, a regular one with heartbeats else. A
 * query is tried by a local one first.
 *
 * @param leftMs what is left of the turn's time: no step but the first and the last outlasts it, however often it is tried
 */
export const stepsOf = (input: TurnInput, leftMs?: () => number): TurnSteps => {
  const local = (summary: string, retry: RetryPolicy, bound = {}) =>
    proxyLocalActivities<Activities>({
      startToCloseTimeout: '20s',
      localRetryThreshold: '10s',
      retry,
      summary,
      ...bound,
    })
  const lasting = (summary: string) => local(summary, LASTING)
  const planning = (summary: string) =>
    input.offlinePlanner ? local(summary, RETRY, withinTurn(leftMs)) : regularSteps(summary, input.timeoutMs, leftMs)
  return {
    openTurn: lasting('Store the question').openTurn,
    draftQuery: planning('Draft a query').draftQuery,
    exploreSchema: regularSteps('Look into the database', EXPLORE_MS, leftMs).exploreSchema,
    runQuery: runQueryOf(input, leftMs),
    reviewResult: planning('Judge what the query gave').reviewResult,
    composeAnswer: planning('Word the answer').composeAnswer,
    closeTurn: lasting('Store the answer').closeTurn,
  }
}
