import type { Observe } from '../../platform/observation.ts'

const QUIET_MS = 60_000

/**
 * Tells operators of events whose signature is not the processor's: a secret that does not fit, or strangers. Each is counted;
 * the log has one line a minute at most, because strangers may send as many as they like, and nothing of what they send.
 *
 * @param now milliseconds of a clock that only goes forward
 */
export const refusedSignatures = (observe: Observe, now: () => number = () => performance.now()): (() => void) => {
  let untold = 0
  let quietUntil = Number.NEGATIVE_INFINITY
  return () => {
    observe({ kind: 'payment_signature_rejected' })
    untold++
    if (now() < quietUntil) return
    observe({ kind: 'payment_signature_rejections_counted', count: untold })
    untold = 0
    quietUntil = now() + QUIET_MS
  }
}
