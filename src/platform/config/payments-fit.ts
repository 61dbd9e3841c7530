import type { z } from 'zod'

/** What plans cannot be sold without, each with what to do. */
const NEEDED = [
  ['TABLETALK_STRIPE_KEY', 'a secret or restricted key of Stripe (sk_…, rk_…)'],
  ['TABLETALK_STRIPE_WEBHOOK_SECRET', 'the secret of its webhook endpoint <API>/api/v1/billing/events (whsec_…)'],
  ['TABLETALK_STRIPE_PRICES', 'the price of each plan (starter=price_…)'],
  ['TABLETALK_PORTAL_URL', 'the URL that browsers return to (https://portal.example.com)'],
] as const

/** What nothing but the processor looks at. */
const FOR_STRIPE = [
  ...(['TABLETALK_STRIPE_KEY', 'TABLETALK_STRIPE_WEBHOOK_SECRET', 'TABLETALK_STRIPE_PRICES'] as const),
  ...(['TABLETALK_STRIPE_URL', 'TABLETALK_TRIAL_DAYS'] as const),
]

type Payments = { readonly TABLETALK_PAYMENTS: string } & {
  readonly [Name in (typeof NEEDED)[number][0] | (typeof FOR_STRIPE)[number]]?: unknown
}

/** Whether plans can be sold as the settings say: what is missing would be found out by a customer who wants to pay. */
export const paymentsFit = (env: Payments, context: z.RefinementCtx): void => {
  const add = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (env.TABLETALK_PAYMENTS === 'stripe') {
    for (const [name, what] of NEEDED)
      if (env[name] === undefined) add(name, `is required by TABLETALK_PAYMENTS=stripe: ${what}`)
    return
  }
  for (const name of FOR_STRIPE)
    if (env[name] !== undefined) add(name, 'requires TABLETALK_PAYMENTS=stripe: set it, or unset this')
}
