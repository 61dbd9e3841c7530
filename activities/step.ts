import { Context, type Info } from '@temporalio/activity'
import { addUsage, type Usage } from '../src/ask/rules/draft.ts'
import { assistantMessageId } from '../src/ask/rules/history/message.ts'
import type { Question } from '../src/ask/rules/question.ts'
import type { StepInput, TurnStep } from '../src/ask/rules/steps.ts'
import { HEARTBEAT_MS } from '../src/ask/rules/time-limits.ts'
import type { TurnEventBody } from '../src/ask/rules/turn-event.ts'
import { isBusy, Problem, problemNameOf } from '../src/platform/problems/problem.ts'
import type { Span, SpanStart } from '../src/platform/tracing/tracing.ts'
import type { PartOf } from '../src/platform/values/part-of.ts'
import type { StepParts } from './step-parts.ts'

/** What a step may use besides the app. */
export interface Step {
  /** Aborts on cancellation, on the deadline of the turn, on shutdown, and where the process has stood still for too long. */
  readonly signal: AbortSignal
  /**
   * The fencing token of the step as a writer of the turn's event log: its start in epoch ms by the clock that workers
   * share. The step that started last may write, not the later step of the turn: a worker's death sets a turn back to
   * an earlier one.
   */
  readonly writer: number
  /** From 1. */
  readonly attempt: number
  /** Time left in ms; after it Temporal treats the step as timed out. */
  leftMs(): number
  /** Tokens that earlier attempts of this step have spent in vain. */
  readonly spent: Usage | undefined
  emit(...events: readonly TurnEventBody[]): Promise<void>
  /** The same for what may wait some milliseconds for others to go with, and is written again where the step is. */
  tell(...events: readonly TurnEventBody[]): void
  /** Begins a span that is a part of its own. */
  begin(start: Omit<SpanStart, 'parent'>): Span
}

const BEAT_MS = 1_000

/** The first and the last step of a turn may run again after its end: they come to the same. */
const REPEATABLE: ReadonlySet<string> = new Set(['openTurn', 'closeTurn'])

/** What of the app every step needs. */
export type StepApp = Pick<StepParts, 'observe' | 'tracing' | 'clock'> &
  PartOf<StepParts, { stream: 'log' | 'outbox' }> & {
    readonly store: PartOf<StepParts['store'], { messages: 'find' }>
  }

/** Makes an activity of a step: heartbeats every second where it is a regular one, and says what failed. */
export const step = <Input extends StepInput, Output>(
  app: StepApp,
  name: TurnStep,
  run: (input: Input, step: Step) => Promise<Output>,
): ((input: Input) => Promise<Output>) => {
  const attempt = attemptOf(app, name, run)
  return (input) => {
    const { turnId, traceparent, requestId, caller } = input.question
    const { attempt: number } = Context.current().info
    const fields = { 'tabletalk.turn_id': turnId, 'tabletalk.attempt': number }
    const span = app.tracing.startSpan({ name, parent: traceparent, fields })
    const ids = { requestId, turnId, organizationId: caller.organizationId, traceparent: span.traceparent }
    return app.tracing.within(ids, () => attempt(input, span))
  }
}

const attemptOf =
  <Input extends StepInput, Output>(app: StepApp, name: TurnStep, run: (input: Input, step: Step) => Promise<Output>) =>
  async (input: Input, span: Span): Promise<Output> => {
    const context = Context.current()
    const { info } = context
    const { turnId } = input.question
    const began = performance.now()
    let failure: string | undefined = 'internal'
    const spent: Usage | undefined = info.heartbeatDetails
    const beat = (usage: Usage | undefined) => info.isLocal || context.heartbeat(usage)
    const givenUp = new AbortController()
    const lastMs = timeMsOf(info)
    const end = isTimed(info) ? setTimeout(() => givenUp.abort(new Problem('turn_timeout')), lastMs) : undefined
    let lastBeat = performance.now()
    // Most steps are over before their first heartbeat is due: what earlier attempts have left there stays.
    const beating = setInterval(() => {
      const sinceMs = performance.now() - lastBeat
      lastBeat += sinceMs
      // A process that was paused, or had no processor, has been given up meanwhile: another one does this step.
      if (sinceMs > HEARTBEAT_MS && !info.isLocal) givenUp.abort(new Problem('store_unavailable'))
      beat(spent)
    }, BEAT_MS)
    try {
      if (lastMs <= 0 && isTimed(info)) throw new Problem('turn_timeout')
      const writer = await app.clock.now()
      if (info.attempt > 1 && !REPEATABLE.has(name)) await notEnded(app, input.question)
      const output = await run(input, {
        signal: AbortSignal.any([context.cancellationSignal, givenUp.signal]),
        writer,
        attempt: info.attempt,
        leftMs: () => lastMs - (performance.now() - began),
        spent,
        async emit(...events) {
          await app.stream.outbox.append(turnId, writer, events)
        },
        tell: (...events) => app.stream.outbox.enqueue(turnId, writer, events),
        begin: (start) => app.tracing.startSpan({ ...start, parent: span.traceparent }),
      })
      failure = undefined
      return output
    } catch (thrown) {
      // After a stalled heartbeat, the step is retried unless another attempt has started.
      const error: unknown = givenUp.signal.aborted ? givenUp.signal.reason : thrown
      const problem = problemNameOf(error)
      failure = problem
      app.observe({ kind: 'step_failed', turnId, step: name, attempt: info.attempt, problem, error })
      // A synchronous request gets the refusal at once.
      const { isAwaited } = input.question.patience
      if (isAwaited && isBusy(error)) throw error.asFinal()
      if (!(error instanceof Problem) || error.usage === undefined) throw error
      const usage = addUsage(spent, error.usage)
      beat(usage)
      throw error.withUsage(usage)
    } finally {
      clearInterval(beating)
      clearTimeout(end)
      span.end({ failure })
      const outcome = failure === undefined ? 'done' : 'failed'
      app.observe({ kind: 'step_ended', turnId, step: name, outcome, durationMs: performance.now() - began })
    }
  }

/**
 * Whether a step ends itself with its turn: Temporal drops the limit of a local step that is reached while the step waits for its
 * next attempt, or for a slot, and runs its remaining attempts.
 */
const isTimed = ({ isLocal, scheduleToCloseTimeoutMs }: Info): boolean => isLocal && scheduleToCloseTimeoutMs > 0

/** What an attempt has from its beginning, by one clock: that of this process for a local step, else that of the server. */
const timeMsOf = (info: Info): number => {
  const begins = info.isLocal ? Date.now() : info.currentAttemptScheduledTimestampMs
  const wholeMs = info.scheduleToCloseTimeoutMs > 0 ? info.scheduleToCloseTimeoutMs : Number.POSITIVE_INFINITY
  return Math.min(info.startToCloseTimeoutMs, wholeMs - (begins - info.scheduledTimestampMs))
}

/** A step that is tried again when its turn's time is over already asks no model and no database any more. */
const notEnded = async (app: StepApp, { caller, turnId }: Question): Promise<void> => {
  const { terminal, lastSeq } = await app.stream.log.head(turnId)
  // A turn without readers may have no events.
  const isAnswered = async () => (await app.store.messages.find(caller, assistantMessageId(turnId))) !== undefined
  if (terminal || (lastSeq === 0 && (await isAnswered()))) throw new Problem('turn_cancelled')
}
