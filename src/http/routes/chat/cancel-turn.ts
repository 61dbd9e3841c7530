import { z } from 'zod'
import { ANY_KEY } from '../../../access/rules/permit.ts'
import { stopTurn } from '../../../ask/turns/stop-turn.ts'
import { data } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { turnIdPath } from './chat-schema.ts'

/** `POST /chat/turns/{turn_id}/cancel`: stops a turn, down to its statement in the customer's database. */
export const cancelTurn = (app: RouteParts) =>
  endpoint({
    method: 'post',
    path: '/chat/turns/:turn_id/cancel',
    summary: 'Cancel a turn',
    description:
      'Cancels the turn, including its running statement in the database. A turn that has ended is not changed.',
    takes: z.object({ params: turnIdPath }),
    gives: data(z.object({ turn_id: z.uuid(), cancelled: z.boolean(), message: z.string() })),
    problems: ['turn_not_found'],
    needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
    async handle({ caller }, { params }) {
      const { turn_id: turnId } = params
      const cancelled = await stopTurn(app, caller, turnId)
      return {
        turn_id: turnId,
        cancelled,
        message: cancelled ? 'The turn is being cancelled.' : 'The turn has already ended.',
      }
    },
  })
