import { setTimeout as pause } from 'node:timers/promises'
import { userMessageId } from '../src/ask/rules/history/message.ts'
import type { HandedOver, Outcome } from '../src/ask/rules/outcome.ts'
import type { Question } from '../src/ask/rules/question.ts'
import { Problem } from '../src/platform/problems/problem.ts'
import { type GuardedRun, guardAndRun } from './guard-and-run.ts'
import type { RunningQueries } from './running-queries.ts'
import { type Step, step } from './step.ts'
import type { StepParts } from './step-parts.ts'

/** What a local step and the regular step after it share. */
export interface Handover {
  /** Names the query in its process. */
  readonly id: string
  /** Time limit of the query in both steps, in ms. */
  readonly stepMs: number
  /** How long the local step waits for it, in ms; absent in the regular step. */
  readonly localMs?: number
}

export interface RunQueryInput extends Omit<GuardedRun, 'asOf'> {
  /** Absent: there is no local step. */
  readonly handover?: Handover
}

/**
 * Queries that local steps may wait for at once, each with a workflow task of this process. Further ones are handed over
 * at once, so that there are workflow tasks for other turns.
 */
const LOCAL_MAX = 100

/** A question as young as this has been authorized at the current revision of the settings. */
const AUTHORIZED_MS = 1_000

/** How often a local step looks for a cancellation by another process. */
const CANCELLED_POLL_MS = 400

/**
 * Guards a draft and runs it. A local step waits for the query for a short time, and then hands it over to a regular
 * step, which has heartbeats: in the same process it takes the running query over, in another one it runs it again.
 */
export const runQuery = (app: StepParts, queries: RunningQueries) =>
  step<RunQueryInput, Outcome | HandedOver>(app, 'runQuery', async ({ handover, ...run }, own) => {
    if (handover?.localMs !== undefined) return await runLocally(app, queries, { run, handover }, own)
    const running = handover && queries.adopt(handover.id)
    if (handover === undefined || running === undefined) {
      // The process that began it may still have a statement in the customer's database.
      const attempt = handover === undefined ? own.attempt : own.attempt + 1
      return await guardAndRun(app, run, { ...own, attempt })
    }
    const cancel = () => running.cancel(own.signal.reason)
    own.signal.addEventListener('abort', cancel, { once: true })
    if (own.signal.aborted) cancel()
    return await running.outcome.finally(() => queries.release(handover.id))
  })

interface LocalRun {
  readonly run: GuardedRun
  readonly handover: Handover
}

const runLocally = async (
  app: StepParts,
  queries: RunningQueries,
  { run, handover: { id, stepMs, localMs = 0 } }: LocalRun,
  own: Step,
): Promise<Outcome | HandedOver> => {
  const { turnId, askedAt, epoch } = run.question
  const began = performance.now()
  const isAuthorized = own.writer - Date.parse(askedAt) < AUTHORIZED_MS
  const leftMs = () => stepMs - (performance.now() - began)
  const running = queries.begin(id, (signal) =>
    guardAndRun(app, isAuthorized ? { ...run, asOf: epoch } : run, { ...own, signal, leftMs }),
  )
  const cancel = (reason: unknown) => running.cancel(reason)
  const forget = app.processTurns.run(turnId, cancel)
  running.outcome.then(forget, forget)
  const waiting = new AbortController()
  const onCancelled = () => cancel(own.signal.reason)
  own.signal.addEventListener('abort', onCancelled, { once: true })
  const over = queries.size > LOCAL_MAX ? Promise.resolve() : pause(localMs, undefined, { signal: waiting.signal })
  void cancelledElsewhere(app, run.question, waiting.signal).then(
    () => cancel(new Problem('turn_cancelled')),
    () => undefined,
  )
  try {
    const outcome = await Promise.race([running.outcome, over.then(() => undefined)])
    if (outcome === undefined) queries.handOver(id)
    else queries.release(id)
    return outcome ?? { kind: 'handed_over', queue: queries.queue }
  } catch (error) {
    queries.release(id)
    throw error
  } finally {
    waiting.abort()
    own.signal.removeEventListener('abort', onCancelled)
  }
}

/**
 * Resolves when another process has cancelled the turn, or deleted its question: Temporal delivers a cancellation only
 * after the workflow task that the local step belongs to.
 *
 * @throws the reason of `signal`
 */
const cancelledElsewhere = async (
  { store }: Pick<StepParts, 'store'>,
  { caller, turnId }: Question,
  signal: AbortSignal,
): Promise<void> => {
  for (;;) {
    await pause(CANCELLED_POLL_MS, undefined, { signal })
    if (await store.messages.isCancelled(caller, userMessageId(turnId)).catch(() => false)) return
  }
}
