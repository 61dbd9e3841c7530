import type { Observe } from '../../platform/observation.ts'

const QUIET_MS = 60_000

/**
 * Reports events with an invalid signature: a wrong secret, or forged requests. Every one is counted; the log has at
 * most one line per minute, without request data, because anyone can send any number of requests.
 * @param now a monotonic clock, in ms
 */
export const rejectedSignatureCounter = (
  observe: Observe,
  now: () => number = () => performance.now(),
): (() => void) => {
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
