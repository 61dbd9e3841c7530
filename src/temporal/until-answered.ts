import { setTimeout as delay } from 'node:timers/promises'

/** How somebody waits who has nothing else to do. */
export interface Patience {
  /** Ends the wait. */
  readonly signal: AbortSignal
  /** Told why it takes so long: at once, when that changes, and twice a minute. */
  readonly tell: (reason: string) => void
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** Milliseconds that only grow. */
  readonly now?: () => number
}

const AGAIN_MS = { first: 500, most: 5_000 } as const

/** A reader of logs is told twice a minute that nothing has changed. */
const TOLD_EVERY_MS = 30_000

/**
 * Tries something until it is done, every five seconds in the end, for as long as it takes.
 *
 * @param reasonOf why it is not done yet, for a reader; throws what waiting would not mend
 * @throws the signal's reason
 */
export const untilAnswered = async <Value>(
  attempt: () => Promise<Value>,
  reasonOf: (error: unknown) => Promise<string>,
  { signal, tell, wait = pause, now = () => performance.now() }: Patience,
): Promise<Value> => {
  let told: { readonly reason: string; readonly at: number } | undefined
  for (let againMs: number = AGAIN_MS.first; ; againMs = Math.min(againMs * 2, AGAIN_MS.most)) {
    signal.throwIfAborted()
    try {
      return await attempt()
    } catch (error) {
      signal.throwIfAborted()
      const reason = await reasonOf(error)
      if (told?.reason !== reason || now() - told.at >= TOLD_EVERY_MS) {
        tell(reason)
        told = { reason, at: now() }
      }
    }
    await wait(againMs, signal).catch(() => undefined)
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<unknown> => delay(ms, undefined, { signal })
