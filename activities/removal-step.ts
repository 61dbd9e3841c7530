import { Context } from '@temporalio/activity'
import type { RemovalInput } from '../src/manage/organizations/rules/removal.ts'
import { problemNameOf } from '../src/platform/problems/problem.ts'
import type { StepParts } from './step-parts.ts'

/** What a step of a removal may use beside its input. */
interface RemovalStep {
  /** Aborted where the step is to end: it is tried again from its beginning. */
  readonly signal: AbortSignal
  /** Records a heartbeat; a lost step has none. */
  beat(): void
}

const BEAT_MS = 1_000

/**
 * Makes an activity of a step of a removal. Each is done in batches, ends the same way however often it is begun anew, and
 * beats once a second, so that a worker which dies in the middle is replaced.
 */
export const removalStep =
  <Input extends Pick<RemovalInput, 'organizationId'>, Output>(
    app: Pick<StepParts, 'observe'>,
    name: string,
    run: (input: Input, step: RemovalStep) => Promise<Output>,
  ) =>
  async (input: Input): Promise<Output> => {
    const context = Context.current()
    const { attempt } = context.info
    const signal = context.cancellationSignal
    const beat = (): void => {
      context.heartbeat()
      signal.throwIfAborted()
    }
    const beating = setInterval(() => context.heartbeat(), BEAT_MS)
    try {
      beat()
      return await run(input, { signal, beat })
    } catch (error) {
      const { organizationId } = input
      app.observe({
        kind: 'organization_removal_failed',
        organizationId,
        step: name,
        attempt,
        problem: problemNameOf(error),
        error,
      })
      throw error
    } finally {
      clearInterval(beating)
    }
  }
