import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '../../platform/problems/problem.ts'
import { firstEvent } from '../events/first-event.ts'
import type { TurnInput, TurnResult } from '../rules/turn.ts'
import type { ExpectedTurn } from './process-turns.ts'
import type { TurnParts } from './turn-parts.ts'

type RunParts = Pick<TurnParts, 'turns' | 'processTurns' | 'stream'>

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
export const beginTurn = (parts: RunParts, input: TurnInput, deadline: number): Promise<undefined> =>
  startExpected(parts, input, deadline, async ({ begun, ended }, signal) => {
    const problem = await Promise.race([
      begun.then(() => undefined),
      ended.then((result) => (result.kind === 'refused' ? result.problem : undefined)),
      firstEvent(parts.stream.log, input.question.turnId, signal).then((event) =>
        event?.body.type === 'error' ? event.body.problem : undefined,
      ),
      pause(deadline - Date.now(), 'worker_unavailable' as const, { signal }),
    ])
    if (problem !== undefined) throw new Problem(problem)
    return undefined
  })

/**
 * Starts a turn, or joins it, and waits for its end. Where this process has a worker, the last step usually reports it
 * here, before Temporal knows it.
 *
 * @param deadline epoch ms: by then a worker has accepted the question
 * @returns undefined if the result must be read from Temporal
 * @throws as `beginTurn`
 */
export const runTurn = async (parts: RunParts, input: TurnInput, deadline: number): Promise<TurnResult | undefined> => {
  const { turns } = parts
  if (!turns.hasWorker()) return await turns.answer(input, deadline)
  return await startExpected(parts, input, deadline, (expected, signal) =>
    Promise.race([expected.ended, endedElsewhere(turns, input, expected, deadline, signal)]),
  )
}

/** Starts a turn whose steps may report to this process while `wait` runs. @param wait its signal aborts at its end */
const startExpected = async <Value>(
  { turns, processTurns }: RunParts,
  input: TurnInput,
  deadline: number,
  wait: (expected: ExpectedTurn, signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  const expected = processTurns.expect(input.question.turnId)
  const over = new AbortController()
  try {
    await turns.start(input, deadline, processTurns.expectedCount <= EAGER_MAX)
    return await wait(expected, over.signal)
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
