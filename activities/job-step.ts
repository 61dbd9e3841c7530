import { Context } from '@temporalio/activity'
import type { IndexInput } from '../src/manage/jobs/rules/index-input.ts'
import { problemNameOf } from '../src/platform/problems/problem.ts'
import type { StepParts } from './step-parts.ts'

const BEAT_MS = 1_000

/** Makes an activity of a step of a job: heartbeats where it is a regular one, and says what failed. */
export const jobStep =
  <Input extends IndexInput>(
    app: Pick<StepParts, 'observe'>,
    name: string,
    run: (input: Input, step: { readonly signal: AbortSignal; readonly attempt: number }) => Promise<void>,
  ) =>
  async (input: Input): Promise<void> => {
    const context = Context.current()
    const { isLocal, attempt } = context.info
    const beat = () => isLocal || context.heartbeat()
    const beating = setInterval(beat, BEAT_MS)
    beat()
    try {
      await run(input, { signal: context.cancellationSignal, attempt })
    } catch (error) {
      const problem = problemNameOf(error)
      app.observe({ kind: 'step_failed', turnId: input.jobId, step: name, attempt, problem, error })
      throw error
    } finally {
      clearInterval(beating)
    }
  }
