import { z } from 'zod'
import { ANY_KEY } from '../../../access/rules/permit.ts'
import { unansweredTurns } from '../../../ask/rules/history/message.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { data } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { conversationIdPath } from './conversation-schema.ts'

/** Number of latest messages that are searched for running turns. */
const LATEST = 100

/**
 * `DELETE /chat/{conversation_id}`: marks the conversation as deleted first, so that running turns store nothing, deletes
 * it, and cancels these turns with their statements in the customer's database. A repeated request completes a failed one.
 */
export const deleteConversation = (app: Pick<RouteParts, 'store' | 'turns'>) =>
  endpoint({
    method: 'delete',
    path: '/chat/:conversation_id',
    summary: 'Delete a conversation and all its messages',
    description: 'Running turns of the conversation are cancelled.',
    takes: z.object({ params: conversationIdPath }),
    gives: data(z.object({ message: z.string() })),
    problems: ['conversation_not_found'],
    needs: { permission: 'history', keys: ANY_KEY, scope: 'required' },
    async handle({ caller }, { params: { conversation_id } }) {
      if (!(await app.store.conversations.markPendingDeletion(caller, conversation_id)))
        throw new Problem('conversation_not_found')
      // Earlier questions are stored by now, and later ones find the conversation deleted.
      const inConversation = { conversationId: conversation_id, isPendingDeletion: true }
      const latest = await app.store.messages.list(caller, LATEST, inConversation)
      await app.store.conversations.remove(caller, conversation_id)
      const { organizationId } = caller
      const running = unansweredTurns(latest.items)
      // The first step of a running turn may be repeated, and must not begin the conversation again.
      await Promise.all(running.map((turnId) => app.store.messages.refuse(caller, turnId, 'conversation_not_found')))
      // A turn that cannot be cancelled now ends by itself, and stores nothing.
      await Promise.allSettled(
        running.map((turnId) => app.turns.cancel({ turnId, conversationId: conversation_id, organizationId })),
      )
      return { message: 'The conversation and all its messages were deleted.' }
    },
  })
