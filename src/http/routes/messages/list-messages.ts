import { z } from 'zod'
import { ANY_KEY } from '../../../access/rules/permit.ts'
import { visibleTo } from '../../../access/rules/visibility.ts'
import { turnOfMessage } from '../../../ask/rules/history/message.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { PAGE_LIMITS, pageSize } from '../../../platform/values/page.ts'
import { answerReader } from '../../answer-reader.ts'
import type { Cursors } from '../../cursor.ts'
import { cursorList, data } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { disclosedMessage } from './disclosed-message.ts'
import { MessageItem, MessageListQuery } from './message-schema.ts'

/** `GET /chat/history`: the messages of one conversation, or of the whole scope. */
export const listMessages = (app: Pick<RouteParts, 'cachedReads' | 'store'>, cursors: Cursors) =>
  endpoint({
    method: 'get',
    path: '/chat/history',
    summary: 'List the messages of a conversation, or all messages of the scope, newest first',
    takes: z.object({ query: MessageListQuery }),
    gives: data(cursorList('messages', MessageItem)),
    problems: ['conversation_not_found'],
    needs: { permission: 'history', keys: ANY_KEY, scope: 'required' },
    async handle(exchange, { query }) {
      const { caller } = exchange
      const { conversation_id: conversationId } = query
      if (conversationId !== undefined && (await app.store.conversations.find(caller, conversationId)) === undefined) {
        throw new Problem('conversation_not_found')
      }
      const list = JSON.stringify(['history', visibleTo(caller), conversationId])
      const after = cursors.read(query.cursor, list)
      const limit = pageSize(query.limit, PAGE_LIMITS.messages)
      const page = await app.store.messages.list(caller, limit, {
        ...(conversationId === undefined ? {} : { conversationId }),
        ...(after === undefined ? {} : { after }),
      })
      const reader = await answerReader(app, exchange)
      const items = caller.kind === 'database' ? page.items.map((one) => disclosedMessage(reader, one)) : page.items
      const messages = items.map(({ conversationId, ...message }) => ({
        ...message,
        conversation_id: conversationId,
        turn_id: turnOfMessage(message.id) ?? null,
      }))
      return { messages, cursor: cursors.write(page.next, list), hasMore: page.next !== undefined }
    },
  })
