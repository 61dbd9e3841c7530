import { z } from 'zod'
import { Problem } from '../../../domain/problem.ts'
import { singleHeader } from '../../caller.ts'
import { status } from '../../reply.ts'
import type { OpenRoute } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { BillingEvent } from './billing-schema.ts'

const gives = status('It was taken; what comes of it is looked up.')

/** `POST /billing/events`. Its body is read by whoever can verify it, as it came. */
export const postBillingEvent = (app: Pick<RouteParts, 'billing'>): OpenRoute => ({
  method: 'post',
  path: '/billing/events',
  summary: 'For the payment processor: what has happened to a subscription',
  description:
    'Signed by `Stripe-Signature`. An event only says whose subscription is to be looked up at the processor: events may come twice, late and in any order. Where that cannot be done it is answered 5xx, and is to be sent again.',
  takes: z.object({ body: BillingEvent }),
  gives,
  problems: ['payment_event_invalid', 'payment_failed'],
  needs: 'anyone',
  comesFrom: 'processor',
  async handle({ req, traceId }) {
    if (!Buffer.isBuffer(req.body)) throw new Problem('payment_event_invalid')
    await app.billing.takeEvent(req.body, singleHeader(req, 'Stripe-Signature'), traceId)
    return gives.body('The event was taken.')
  },
})
