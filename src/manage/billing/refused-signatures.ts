import type { Observe } from '../../platform/observation.ts'

const QUIET_MS = 60_000

/**
 * Reports events with an invalid signature: a wrong secret, or strangers. Each is counted; the log has one line a
 * minute at most, because strangers may send any number, and nothing of their content.
 *
 * @param now milliseconds of a monotonic clock
 */
export const refusedSignatures = (observe: Observe, now: () => number = () => performance.now()): (() => void) => {
  let unreported = 0
  let quietUntil = Number.NEGATIVE_INFINITY
  return () => {
    observe({ kind: 'payment_signature_rejected' })
    unreported++
    if (now() < quietUntil) return
    observe({ kind: 'payment_signature_rejections_counted', count: unreported })
    unreported = 0
    quietUntil = now() + QUIET_MS
  }
}
