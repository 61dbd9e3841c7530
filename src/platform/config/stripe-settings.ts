import type { Plan } from '../../access/rules/organization.ts'
import type { Env } from './environment.ts'

/** How plans are sold. */
export interface StripeSettings {
  readonly key: string
  /** One, or two while one takes the place of the other. */
  readonly webhookSecrets: readonly string[]
  /** Of each plan the one that it is sold at, then those at which it was bought. */
  readonly prices: ReadonlyMap<Plan, readonly string[]>
  /** Undefined: Stripe's own. */
  readonly url: string | undefined
  /** Of each try of each request. */
  readonly timeoutMs: number
}

/** Undefined where nothing is sold. */
export const stripeIn = (env: Env): StripeSettings | undefined => {
  const { TABLETALK_STRIPE_KEY: key, TABLETALK_STRIPE_WEBHOOK_SECRET: webhookSecrets } = env
  const { TABLETALK_PAYMENTS: payments, TABLETALK_STRIPE_PRICES: prices, TABLETALK_STRIPE_URL: url } = env
  if (payments !== 'stripe' || key === undefined || webhookSecrets === undefined || prices === undefined)
    return undefined
  return { key, webhookSecrets, prices, url, timeoutMs: env.TABLETALK_STRIPE_TIMEOUT * 1000 }
}
