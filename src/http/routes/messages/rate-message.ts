import { z } from 'zod'
import { ANY_KEY } from '../../../access/rules/permit.ts'
import { isRepeat } from '../../../ask/turns/claim-by-key.ts'
import { requestDigest } from '../../../ask/turns/request-digest.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { idempotencyKey } from '../../input.ts'
import { data } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { FeedbackBody, FeedbackItem, messagePath } from './message-schema.ts'

/** `POST /chat/messages/{message_id}/feedback`: idempotent; the latest rating counts. */
export const rateMessage = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'post',
    path: '/chat/messages/:message_id/feedback',
    summary: 'Rate an answer',
    description:
      'Up or down, with an optional comment; the latest rating counts. History returns it in `metadata.feedback`. An answer from a query that was rated up may be proposed as a verified query to managers of the organization; the proposal is withdrawn if the answer is rated down later.',
    takes: z.object({ params: messagePath, body: FeedbackBody }),
    gives: data(FeedbackItem),
    problems: ['idempotency_mismatch', 'message_not_found'],
    needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
    async handle({ req, res, caller }, { params, body }) {
      const { message_id } = params
      const request = requestDigest(`POST ${req.path.toLowerCase()}`, req.body)
      if (await isRepeat(app, caller, { key: idempotencyKey(req), request }))
        res.setHeader('Idempotent-Replayed', 'true')
      const { rating } = body
      const comment = body.comment == null || body.comment === '' ? {} : { comment: body.comment }
      const feedback = await app.store.messages.rate(caller, message_id, { rating, ...comment })
      if (feedback === undefined) throw new Problem('message_not_found')
      const proposed = await app.store.proposals.proposedBy(caller, message_id)
      if (proposed !== undefined)
        await (rating === 'up'
          ? app.store.proposals.propose(caller, 'pattern', proposed)
          : app.store.proposals.withdrawVote(caller, proposed))
      return { message_id, rating, comment: feedback.comment ?? null, rated_at: feedback.ratedAt }
    },
  })
