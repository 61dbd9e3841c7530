import type { z } from 'zod'

/** Settings required for selling plans, with descriptions. */
const REQUIRED = [
  ['TABLETALK_STRIPE_KEY', 'a secret or restricted key of Stripe (sk_…, rk_…)'],
  ['TABLETALK_STRIPE_WEBHOOK_SECRET', 'the secret of its webhook endpoint <API>/api/v1/billing/events (whsec_…)'],
  ['TABLETALK_STRIPE_PRICES', 'the price of each plan (starter=price_…)'],
  ['TABLETALK_PORTAL_URL', 'the URL that browsers return to (https://portal.example.com)'],
] as const

/** Settings that are used with Stripe only. */
const STRIPE_ONLY = [
  'TABLETALK_STRIPE_KEY',
  'TABLETALK_STRIPE_WEBHOOK_SECRET',
  'TABLETALK_STRIPE_PRICES',
  'TABLETALK_STRIPE_URL',
  'TABLETALK_TRIAL_DAYS',
]

type Payments = { readonly TABLETALK_PAYMENTS: string } & {
  readonly [Name in (typeof REQUIRED)[number][0] | (typeof STRIPE_ONLY)[number]]?: unknown
}

/** Checks the settings of payments at startup: a missing one would otherwise be noticed by a paying customer. */
export const checkPayments = (env: Payments, context: z.RefinementCtx): void => {
  const add = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (env.TABLETALK_PAYMENTS === 'stripe') {
    for (const [name, what] of REQUIRED)
      if (env[name] === undefined) add(name, `is required by TABLETALK_PAYMENTS=stripe: ${what}`)
    return
  }
  for (const name of STRIPE_ONLY)
    if (env[name] !== undefined) add(name, 'requires TABLETALK_PAYMENTS=stripe: set it, or unset this')
}
