import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '../../platform/problems/problem.ts'
import type { TurnLog } from '../events/turn-log.ts'
import type { TurnInput, TurnResult } from '../rules/turn.ts'
import type { ExpectedTurn } from './process-turns.ts'
import type { TurnParts } from './turn-parts.ts'

type RunParts = Pick<TurnParts, 'turns' | 'processTurns'> & { readonly stream: { readonly log: TurnLog } }

/** After this long without a sign from a step of this process, another process may have taken the turn. */
const ELSEWHERE_AFTER_MS = 250
/** While the API waits for more turns than these, all of them wait in the queue that is fair to organizations. */
const EAGER_MAX = 50
/** The process of a turn may change while it runs. */
const MOVED_AFTER_MS = 2_000

/**
 * Starts a turn, or joins it, and waits until a worker has accepted its question. The first event of a turn is written by
 * the step that accepts it.
 *
 * @param deadline epoch ms
 * @throws Problem `worker_unavailable` after the deadline, the reason of a refusal; as `TurnWorkflows.start`
 */
export const beginTurn = async (
  { turns, processTurns, stream }: RunParts,
  input: TurnInput,
  deadline: number,
): Promise<undefined> => {
  const { turnId } = input.question
  const expected = processTurns.expect(turnId)
  const over = new AbortController()
  try {
    await turns.start(input, deadline, processTurns.expectedCount <= EAGER_MAX)
    const first = await Promise.race([
      expected.begun.then(() => undefined),
      expected.ended.then(refusalIn),
      firstEvent(stream.log, turnId, over.signal).then((event) =>
        event?.body.type === 'error' ? event.body.problem : undefined,
      ),
      pause(deadline - Date.now(), 'worker_unavailable' as const, { signal: over.signal }),
    ])
    if (first !== undefined) throw new Problem(first)
  } finally {
    over.abort()
    expected.release()
  }
}

const refusalIn = (result: TurnResult) => (result.kind === 'refused' ? result.problem : undefined)

/** @returns undefined when the signal aborts first */
const firstEvent = async (log: TurnLog, turnId: string, signal: AbortSignal) => {
  let wake = Promise.withResolvers<void>()
  const unsubscribe = log.subscribe(turnId, () => wake.resolve())
  signal.addEventListener('abort', () => wake.resolve(), { once: true })
  try {
    while (!signal.aborted) {
      const [first] = await log.read(turnId, 0, 1)
      if (first !== undefined) return first
      await wake.promise
      wake = Promise.withResolvers()
    }
    return undefined
  } finally {
    unsubscribe()
  }
}

/**
 * Starts a turn, or joins it, and waits for its end. Where this process has a worker, the last step usually reports it
 * here, before Temporal knows it.
 *
 * @param deadline epoch ms: by then a worker has accepted the question
 * @returns undefined if the result must be read from Temporal
 * @throws as `beginTurn`
 */
export const runTurn = async (
  { turns, processTurns }: RunParts,
  input: TurnInput,
  deadline: number,
): Promise<TurnResult | undefined> => {
  if (!turns.hasWorker()) return await turns.answer(input, deadline)
  const expected = processTurns.expect(input.question.turnId)
  const over = new AbortController()
  try {
    await turns.start(input, deadline, processTurns.expectedCount <= EAGER_MAX)
    return await Promise.race([expected.ended, endedElsewhere(turns, input, expected, deadline, over.signal)])
  } finally {
    over.abort()
    expected.release()
  }
}

/** @returns never, after `signal` has aborted */
const endedElsewhere = async (
  turns: TurnParts['turns'],
  input: TurnInput,
  { begun }: ExpectedTurn,
  deadline: number,
  signal: AbortSignal,
): Promise<TurnResult> => {
  const isHere = await Promise.race([begun.then(() => true), pause(ELSEWHERE_AFTER_MS, false, { signal })])
  if (isHere) await pause(MOVED_AFTER_MS, undefined, { signal })
  const result = turns.result(input)
  if (isHere) return await result
  const late = pause(deadline - Date.now(), 'late' as const, { signal })
  const first = await Promise.race([result, begun, late])
  if (first === 'late') throw new Problem('worker_unavailable')
  return first ?? (await result)
}
