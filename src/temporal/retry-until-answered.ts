import { setTimeout as delay } from 'node:timers/promises'

/** Options of a wait with retries. */
interface RetryWait {
  /** Ends the wait. */
  readonly signal: AbortSignal
  /** Called with the reason of the delay: at once, when it changes, and every 30 seconds. */
  readonly report: (reason: string) => void
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** Monotonic clock in ms. */
  readonly now?: () => number
}

const RETRY_MS = { first: 500, most: 5_000 } as const

/** Interval at which an unchanged reason is logged again. */
const REPORT_INTERVAL_MS = 30_000

/**
 * Retries until success, without a time limit; the interval grows to five seconds.
 *
 * @param reasonOf describes an error for operators; throws errors that retries cannot solve
 * @throws the signal's reason
 */
export const retryUntilAnswered = async <Value>(
  attempt: () => Promise<Value>,
  reasonOf: (error: unknown) => Promise<string>,
  { signal, report, wait = pause, now = () => performance.now() }: RetryWait,
): Promise<Value> => {
  let reported: { readonly reason: string; readonly at: number } | undefined
  for (let intervalMs: number = RETRY_MS.first; ; intervalMs = Math.min(intervalMs * 2, RETRY_MS.most)) {
    signal.throwIfAborted()
    try {
      return await attempt()
    } catch (error) {
      signal.throwIfAborted()
      const reason = await reasonOf(error)
      if (reported?.reason !== reason || now() - reported.at >= REPORT_INTERVAL_MS) {
        report(reason)
        reported = { reason, at: now() }
      }
    }
    await wait(intervalMs, signal).catch(() => undefined)
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<unknown> => delay(ms, undefined, { signal })
