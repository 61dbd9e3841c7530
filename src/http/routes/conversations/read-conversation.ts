import { z } from 'zod'
import { ANY_KEY } from '../../../domain/access/permit.ts'
import { Problem } from '../../../domain/problem.ts'
import { data } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { ConversationMessage, conversationIdPath } from './conversation-schema.ts'

/** `GET /chat/{conversation_id}/history`: all messages, oldest first. */
export const readConversation = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'get',
    path: '/chat/:conversation_id/history',
    summary: 'All messages of a conversation, oldest first',
    takes: z.object({ params: conversationIdPath }),
    gives: data(
      z.object({
        conversation_id: z.uuid(),
        messages: z.array(ConversationMessage),
        organization_id: z.int(),
        /** Whoever began it; of one that an earlier version has begun, whoever reads it. */
        user_id: z.int(),
      }),
    ),
    problems: ['conversation_not_found'],
    needs: { permission: 'history', keys: ANY_KEY, scope: 'required' },
    async handle({ caller }, { params: { conversation_id } }) {
      const conversation = await app.store.conversation(caller, conversation_id)
      if (conversation === undefined) throw new Problem('conversation_not_found')
      const messages = await app.store.conversationMessages(caller, conversation_id)
      return {
        conversation_id,
        messages: messages.map(({ sender, content, timestamp }) => ({ role: sender, content, timestamp })),
        organization_id: caller.organizationId,
        user_id: conversation.userId ?? caller.userId,
      }
    },
  })
