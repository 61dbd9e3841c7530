import { Context } from '@temporalio/activity'
import type { App } from '../src/app.ts'
import { addUsage, type Usage } from '../src/domain/ask/draft.ts'
import type { StepInput } from '../src/domain/ask/steps.ts'
import type { TurnEventBody } from '../src/domain/ask/turn-event.ts'
import { Problem } from '../src/domain/problem.ts'

/** What a step may use besides the app. */
export interface Step {
  /** Aborts on cancellation, on the deadline of the turn and on shutdown. */
  readonly signal: AbortSignal
  /**
   * Its rank as a writer of the turn's event log: when it started, in epoch ms. Whoever started last writes on: not
   * the later step, because a worker's death sets a turn back to an earlier one.
   */
  readonly writer: number
  /** Tokens that earlier attempts of this step have spent in vain. */
  readonly spent: Usage | undefined
  emit(...events: readonly TurnEventBody[]): Promise<void>
}

const BEAT_MS = 1_000

/** Makes an activity of a step: heartbeats at entry and every second where it is a regular one, and says what failed. */
export const step =
  <Input extends StepInput, Output>(app: App, name: string, run: (input: Input, step: Step) => Promise<Output>) =>
  async (input: Input): Promise<Output> => {
    const context = Context.current()
    const { info } = context
    const { turnId } = input.question
    const writer = Date.now()
    const spent: Usage | undefined = info.heartbeatDetails
    const beat = (usage: Usage | undefined) => info.isLocal || context.heartbeat(usage)
    const beating = setInterval(beat, BEAT_MS, spent)
    beat(spent)
    try {
      return await run(input, {
        signal: context.cancellationSignal,
        writer,
        spent,
        emit: (...events) => app.turnLog.append(turnId, writer, events),
      })
    } catch (error) {
      const problem = error instanceof Problem ? error.problem : 'internal'
      app.observe({ kind: 'step-failed', turnId, step: name, attempt: info.attempt, problem, error })
      if (!(error instanceof Problem) || error.usage === undefined) throw error
      const usage = addUsage(spent, error.usage)
      beat(usage)
      throw error.withUsage(usage)
    } finally {
      clearInterval(beating)
    }
  }
