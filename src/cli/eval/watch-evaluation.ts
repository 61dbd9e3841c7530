import { setTimeout as delay } from 'node:timers/promises'
import {
  type EvaluationInput,
  type EvaluationProgress,
  progressText,
} from '../../manage/evaluation/rules/evaluation-input.ts'
import type { EvaluationWorkflows } from '../../temporal/evaluations.ts'
import type { Terminal } from '../terminal.ts'

type WatchResult =
  | { readonly kind: 'ended'; readonly progress: EvaluationProgress }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'unwatched' }

interface Watching {
  readonly terminal: Pick<Terminal, 'note' | 'status'>
  /** Aborts when the user stops watching. */
  readonly signal: AbortSignal
}

const POLL_MS = 1_000
/** Polls without progress before a note: a worker that has just started may take this long. */
const SILENT_POLLS = 2

/**
 * Follows an evaluation to its end, and shows its progress; notes once if no worker runs it.
 *
 * @throws Problem as `Evaluations.result`
 */
export const watchEvaluation = async (
  evaluations: EvaluationWorkflows,
  input: EvaluationInput,
  { terminal, signal }: Watching,
): Promise<WatchResult> => {
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  const showing = show(evaluations, input, { terminal, signal: either })
  try {
    const progress = await evaluations.result(input, either)
    return progress === undefined ? { kind: 'stopped' } : { kind: 'ended', progress }
  } catch (error) {
    if (signal.aborted) return { kind: 'unwatched' }
    throw error
  } finally {
    over.abort()
    await showing
    terminal.status(undefined)
  }
}

const show = async (
  evaluations: EvaluationWorkflows,
  input: EvaluationInput,
  { terminal, signal }: Watching,
): Promise<void> => {
  const total = input.questions * input.repeat
  for (let silent = 0; ; ) {
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    const progress = await evaluations.progress(input)
    if (signal.aborted) return
    if (progress !== undefined) terminal.status(progressText(progress, total))
    silent = progress === undefined ? silent + 1 : 0
    if (silent === SILENT_POLLS)
      terminal.note('No worker is running; the evaluation continues when one starts. See: npx tabletalk doctor')
  }
}
