import type { Plan } from '../../access/rules/organization.ts'
import type { Env } from './environment.ts'

/** Settings for selling plans by Stripe. */
export interface StripeSettings {
  readonly key: string
  /** One, or two during a rotation. */
  readonly webhookSecrets: readonly string[]
  /** Prices by plan: the first one is sold; the others were sold earlier. */
  readonly prices: ReadonlyMap<Plan, readonly string[]>
  /** Undefined: the URL of Stripe. */
  readonly url: string | undefined
  /** Time limit of one attempt of a request. */
  readonly timeoutMs: number
}

/** Undefined if plans are not sold by Stripe. */
export const stripeSettings = (env: Env): StripeSettings | undefined => {
  const { TABLETALK_STRIPE_KEY: key, TABLETALK_STRIPE_WEBHOOK_SECRET: webhookSecrets } = env
  const { TABLETALK_PAYMENTS: payments, TABLETALK_STRIPE_PRICES: prices, TABLETALK_STRIPE_URL: url } = env
  if (payments !== 'stripe' || key === undefined || webhookSecrets === undefined || prices === undefined)
    return undefined
  return { key, webhookSecrets, prices, url, timeoutMs: env.TABLETALK_STRIPE_TIMEOUT * 1000 }
}
