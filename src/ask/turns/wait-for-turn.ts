import type { Caller } from '../../access/rules/caller.ts'
import { autoResetEvent } from '../../platform/values/auto-reset-event.ts'
import { isTerminal, type TurnEventBody } from '../rules/turn-event.ts'
import type { TurnParts } from './turn-parts.ts'
import { type TurnProgress, turnProgress } from './turn-progress.ts'

interface WaitOptions {
  readonly waitMs: number
  /** Ends the wait. */
  readonly signal: AbortSignal
  /** Called for each event of the turn, from the first one on. */
  readonly onEvent?: ((event: TurnEventBody) => Promise<void>) | undefined
}

/** A notification of the log may be lost, and a turn may end without an event: both are looked for at this interval, in ms. */
const CHECK_EVERY_MS = 5_000
const BATCH = 64

/**
 * Waits for the end of a turn.
 *
 * @returns its progress at its end, or when the wait has ended; undefined if the caller sees no such turn
 * @throws the store's error when it does not answer
 */
export const waitForTurn = async (
  parts: Pick<TurnParts, 'config' | 'store' | 'stream' | 'turns'>,
  caller: Caller,
  turnId: string,
  { waitMs, signal, onEvent }: WaitOptions,
): Promise<TurnProgress | undefined> => {
  const before = await turnProgress(parts, caller, turnId)
  if (before === undefined || isOver(before)) return before
  const { log } = parts.stream
  const wakeUp = autoResetEvent()
  let mayBeLost = false
  const check = setInterval(() => {
    mayBeLost = true
    wakeUp.set()
  }, CHECK_EVERY_MS)
  const unsubscribe = log.subscribe(turnId, wakeUp.set)
  const over = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
  over.addEventListener('abort', wakeUp.set)
  let seq = 0
  let hasEnded = false
  try {
    while (!over.aborted && !hasEnded) {
      const events = await log.read(turnId, seq, BATCH)
      for (const { seq: read, body } of events) {
        seq = read
        hasEnded ||= isTerminal(body)
        await onEvent?.(body)
      }
      if (events.length > 0) continue
      await wakeUp.wait()
      if (!mayBeLost) continue
      mayBeLost = false
      const progress = await turnProgress(parts, caller, turnId)
      hasEnded = progress === undefined || isOver(progress)
    }
    return await turnProgress(parts, caller, turnId)
  } finally {
    clearInterval(check)
    unsubscribe()
    over.removeEventListener('abort', wakeUp.set)
  }
}

const isOver = (progress: TurnProgress): boolean =>
  progress.kind === 'asked' && progress.state.kind !== 'running' && progress.state.kind !== 'waits for a place'
