import { autoResetEvent } from '../../platform/values/auto-reset-event.ts'
import type { TurnEvent } from '../rules/turn-event.ts'
import type { TurnLog } from './turn-log.ts'

/**
 * Waits for the first event of a turn. A log that fails for a moment is ignored.
 *
 * @returns undefined when the signal aborts first
 */
export const firstEvent = async (
  log: Pick<TurnLog, 'read' | 'subscribe'>,
  turnId: string,
  signal: AbortSignal,
): Promise<TurnEvent | undefined> => {
  const wakeUp = autoResetEvent()
  const unsubscribe = log.subscribe(turnId, wakeUp.set)
  signal.addEventListener('abort', wakeUp.set, { once: true })
  try {
    while (!signal.aborted) {
      const [first] = await log.read(turnId, 0, 1).catch(() => [])
      if (first !== undefined) return first
      await wakeUp.wait()
    }
    return undefined
  } finally {
    unsubscribe()
    signal.removeEventListener('abort', wakeUp.set)
  }
}
