const LENGTH_MAX = 1_000
/** Same tolerance as for the verification: https://docs.stripe.com/webhooks/signature */
const TOLERANCE_MS = 300_000

/**
 * Whether a `Stripe-Signature` header has the form and time of a signature of the payment processor. Verifying it
 * requires the body, which is more expensive to read.
 *
 * @param signature unchecked header
 * @param now epoch ms
 */
export const hasPlausibleSignature = (signature: unknown, now = Date.now()): boolean => {
  if (typeof signature !== 'string' || signature.length > LENGTH_MAX) return false
  const fields = signature.split(',')
  const timestamps = fields.flatMap((field) => /^t=([0-9]{1,12})$/.exec(field)?.[1] ?? [])
  const [seconds] = timestamps
  const isFresh = timestamps.length === 1 && Math.abs(now - Number(seconds) * 1000) <= TOLERANCE_MS
  return isFresh && fields.some((field) => /^v1=[0-9a-f]{64}$/.test(field))
}
