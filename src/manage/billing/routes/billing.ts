import { z } from 'zod'
import { MANAGING } from '../../../access/rules/permit.ts'
import { audited } from '../../../http/audited.ts'
import { NOTHING } from '../../../http/input.ts'
import { data } from '../../../http/reply.ts'
import { endpoint } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { changesOf } from '../../audit/rules/audit.ts'
import { BillingItem, BillingPage, CheckoutBody, PortalBody } from './billing-schema.ts'

const OWNERS = { ...MANAGING, roles: ['owner'] } as const

/** `GET /billing` */
export const getBilling = (app: Pick<RouteParts, 'billing' | 'organizations'>) =>
  endpoint({
    method: 'get',
    path: '/billing',
    summary: 'Get the plan, the billing period and the plans that can be bought',
    takes: NOTHING,
    gives: data(BillingItem),
    problems: [],
    needs: OWNERS,
    async handle({ organization }) {
      const { subscription, billing } = app.organizations.billing(organization)
      return { plan: organization.plan, subscription, ...billing, plans: app.billing.plans }
    },
  })

/** `POST /billing/checkout` */
export const postCheckout = (app: Pick<RouteParts, 'billing' | 'store'>) =>
  audited(app, {
    method: 'post',
    path: '/billing/checkout',
    summary: 'Start a checkout for a plan',
    description:
      'Returns the checkout page of the payment processor, to be opened in a browser. The plan takes effect once the processor reports the payment. An existing subscription is changed in the customer portal.',
    takes: z.object({ body: CheckoutBody }),
    gives: data(BillingPage),
    problems: ['payment_failed', 'payments_manual', 'subscription_exists'],
    audits: 'billing.checkout_begun',
    roles: ['owner'],
    async change({ organization, traceId }, { body: { plan, success_url, cancel_url } }, record) {
      const request = { plan, successUrl: success_url, cancelUrl: cancel_url, traceId }
      const order = await app.billing.order(organization, request)
      const recorded = { subject: String(organization.id), changes: changesOf({ plan }) }
      return { url: await record(recorded, () => app.billing.checkout(order)) }
    },
  })

/** `POST /billing/portal`. It changes nothing here; changes made there arrive as events. */
export const postPortal = (app: Pick<RouteParts, 'billing'>) =>
  endpoint({
    method: 'post',
    path: '/billing/portal',
    summary: 'Open the customer portal',
    description: 'Returns the page of the payment processor on which a subscription is changed, paid and cancelled.',
    takes: z.object({ body: PortalBody }),
    gives: data(BillingPage),
    problems: ['customer_missing', 'payment_failed', 'payments_manual'],
    needs: OWNERS,
    async handle({ organization }, { body }) {
      return { url: await app.billing.portal(organization, body?.return_url) }
    },
  })
