const LENGTH_MAX = 1_000
/** As the signature itself is judged: https://docs.stripe.com/webhooks/signature */
const TOLERANCE_MS = 300_000

/**
 * Whether a request may be of the payment processor, by its head alone: its signature can be judged only with the body, which
 * costs something to read.
 *
 * @param signature `Stripe-Signature`, as it came
 * @param now epoch ms
 */
export const looksSigned = (signature: unknown, now = Date.now()): boolean => {
  if (typeof signature !== 'string' || signature.length > LENGTH_MAX) return false
  const fields = signature.split(',')
  const at = fields.flatMap((field) => /^t=([0-9]{1,12})$/.exec(field)?.[1] ?? [])
  const [seconds] = at
  const isFresh = at.length === 1 && Math.abs(now - Number(seconds) * 1000) <= TOLERANCE_MS
  return isFresh && fields.some((field) => /^v1=[0-9a-f]{64}$/.test(field))
}
