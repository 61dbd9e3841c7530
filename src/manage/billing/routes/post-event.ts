import { z } from 'zod'
import { singleHeader } from '../../../http/credentials.ts'
import { status } from '../../../http/reply.ts'
import type { OpenRoute } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { BillingEvent } from './billing-schema.ts'

const gives = status('The event was accepted; its effect is looked up at the processor.')

/** `POST /billing/events`. The raw body is passed on for the signature check. */
export const postBillingEvent = (app: Pick<RouteParts, 'billing'>): OpenRoute => ({
  method: 'post',
  path: '/billing/events',
  summary: 'Webhook for the payment processor: subscription events',
  description:
    'Signed with `Stripe-Signature`. An event only names the subscription to look up at the processor, so events may arrive twice, late and in any order. If the lookup fails, the response is 5xx and the processor should retry.',
  takes: z.object({ body: BillingEvent }),
  gives,
  problems: ['payment_event_invalid', 'payment_failed'],
  needs: 'anyone',
  comesFrom: 'processor',
  async handle({ req, traceId }) {
    if (!Buffer.isBuffer(req.body)) throw new Problem('payment_event_invalid')
    await app.billing.handleEvent(req.body, singleHeader(req, 'Stripe-Signature'), traceId)
    return gives.body('The event was accepted.')
  },
})
