import { z } from 'zod'
import { ANY_KEY } from '../../../domain/access/permit.ts'
import { visibleTo } from '../../../domain/access/visibility.ts'
import { PAGE_LIMITS, pageSize } from '../../../domain/history/page.ts'
import type { Cursors } from '../../cursor.ts'
import { ListQuery } from '../../input.ts'
import { cursorList, data } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { ConversationItem } from './conversation-schema.ts'

/** `GET /chat/conversations` */
export const listConversations = (app: Pick<RouteParts, 'store'>, cursors: Cursors) =>
  endpoint({
    method: 'get',
    path: '/chat/conversations',
    summary: 'Conversations of the scope, latest first',
    description: 'What was asked without `X-Scope-Id` is filed under the scope `default`.',
    takes: z.object({ query: ListQuery }),
    gives: data(cursorList('conversations', ConversationItem)),
    problems: [],
    needs: { permission: 'history', keys: ANY_KEY, scope: 'required' },
    async handle({ caller }, { query }) {
      const list = JSON.stringify(['conversations', visibleTo(caller)])
      const page = await app.store.listConversations(
        caller,
        pageSize(query.limit, PAGE_LIMITS.conversations),
        cursors.read(query.cursor, list),
      )
      const conversations = page.items.map(
        ({ tenantId, databaseId, sessionId, userId = caller.userId, ...listed }) => ({
          ...listed,
          userId,
        }),
      )
      return { conversations, cursor: cursors.write(page.next, list), hasMore: page.next !== undefined }
    },
  })
