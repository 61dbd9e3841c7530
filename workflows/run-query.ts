import { ActivityFailure, ApplicationFailure, isCancellation, proxyLocalActivities, uuid4 } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { RunQueryInput } from '../activities/run-query.ts'
import type { HandedOver, Outcome } from '../src/ask/rules/outcome.ts'
import { ADOPTED_WITHIN_MS } from '../src/ask/rules/time-limits.ts'
import type { TurnInput } from '../src/ask/rules/turn.ts'
import { regularSteps, withinTurn } from './regular-steps.ts'

const SUMMARY = 'Guard and run the query'

/** For opening the database and for what follows the query. */
const SPARE_MS = 15_000

/** For what precedes and follows a query in a local step. */
const LOCAL_SPARE_MS = 5_000

type Run = Omit<RunQueryInput, 'handover'>

/**
 * Runs a query: most end within a local step, which costs no round trip to Temporal. A longer one is handed over to a
 * regular step with heartbeats, first in the same process, which takes it over while it runs, then in any.
 *
 * @param leftMs what is left of the turn's time
 */
export const runQueryOf = (input: TurnInput, leftMs: (() => number) | undefined) => {
  const { question, queryTimeoutMs, localQueryMs: localMs } = input
  const attemptMs = question.patience.waitMs + queryTimeoutMs + SPARE_MS
  const stepMs = () => Math.max(1, Math.min(attemptMs, leftMs?.() ?? attemptMs))
  const regular = (where: Parameters<typeof regularSteps>[3] = {}) => regularSteps(SUMMARY, attemptMs, leftMs, where)
  return async (run: Run): Promise<Outcome> => {
    if (localMs === undefined) return ended(await regular().runQuery(run))
    const id = uuid4()
    const local = proxyLocalActivities<Activities>({
      startToCloseTimeout: localMs + LOCAL_SPARE_MS,
      retry: ONCE,
      summary: SUMMARY,
      ...withinTurn(leftMs),
    })
    const tried = await local.runQuery({ ...run, handover: { id, stepMs: stepMs(), localMs } }).catch(unlessFinal)
    if (tried !== undefined && tried.kind !== 'handed_over') return tried
    const handedOver = { ...run, handover: { id, stepMs: stepMs() } }
    if (tried !== undefined) {
      const here = { taskQueue: tried.queue, scheduleToStartTimeout: ADOPTED_WITHIN_MS }
      const adopted = await regular(here).runQuery(handedOver).catch(unlessFinal)
      if (adopted !== undefined) return ended(adopted)
    }
    return ended(await regular().runQuery(handedOver))
  }
}

const ONCE = { maximumAttempts: 1 } as const

/** Regular steps wait for the end of their query. */
const ended = (outcome: Outcome | HandedOver): Outcome => {
  if (outcome.kind === 'handed_over') throw ApplicationFailure.nonRetryable('a regular step handed its query over')
  return outcome
}

/** A step that a retry may help, or whose process is gone, is tried by another one. @throws what a retry does not help */
const unlessFinal = (error: unknown): undefined => {
  const cause = error instanceof ActivityFailure ? error.cause : error
  if (isCancellation(error) || (cause instanceof ApplicationFailure && cause.nonRetryable === true)) throw error
}
