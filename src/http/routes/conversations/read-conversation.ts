import { z } from 'zod'
import { ANY_KEY } from '../../../access/rules/permit.ts'
import { runningTurn } from '../../../ask/turns/running-turn.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { answerReader } from '../../answer-reader.ts'
import { data } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { disclosedContent } from '../messages/disclosed-message.ts'
import { ConversationHistory, conversationIdPath } from './conversation-schema.ts'

/** `GET /chat/{conversation_id}/history`: all messages, oldest first. */
export const readConversation = (app: Pick<RouteParts, 'cachedReads' | 'config' | 'store' | 'turns'>) =>
  endpoint({
    method: 'get',
    path: '/chat/:conversation_id/history',
    summary: 'List all messages of a conversation, oldest first',
    takes: z.object({ params: conversationIdPath }),
    gives: data(ConversationHistory),
    problems: ['conversation_not_found'],
    needs: { permission: 'history', keys: ANY_KEY, scope: 'required' },
    async handle(exchange, { params: { conversation_id } }) {
      const { caller } = exchange
      const conversation = await app.store.conversations.find(caller, conversation_id)
      if (conversation === undefined) throw new Problem('conversation_not_found')
      const [reader, messages, turnId] = await Promise.all([
        answerReader(app, exchange),
        app.store.messages.allOfConversation(caller, conversation_id),
        runningTurn(app, caller, conversation),
      ])
      return {
        conversation_id,
        title: conversation.title,
        messages: messages.map((message) => ({
          role: message.sender,
          content: disclosedContent(reader, message),
          timestamp: message.timestamp,
        })),
        organization_id: caller.organizationId,
        scope_id: conversation.scopeId,
        database_id: conversation.databaseId,
        tenant_id: conversation.tenantId ?? null,
        turn_id: turnId ?? null,
        user_id: conversation.userId,
      }
    },
  })
