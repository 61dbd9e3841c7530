import { z } from 'zod'
import { ANY_KEY } from '../../../access/rules/permit.ts'
import { visibleTo } from '../../../access/rules/visibility.ts'
import { PAGE_LIMITS, pageSize } from '../../../platform/values/page.ts'
import type { Cursors } from '../../cursor.ts'
import { cursorList, data } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { conversationData } from './conversation-data.ts'
import { ConversationItem, ConversationListQuery } from './conversation-schema.ts'

/** `GET /chat/conversations` */
export const listConversations = (app: Pick<RouteParts, 'config' | 'store' | 'turns'>, cursors: Cursors) =>
  endpoint({
    method: 'get',
    path: '/chat/conversations',
    summary: 'List the conversations of the scope, latest first',
    description: 'Questions without `X-Scope-Id` belong to the scope `default`.',
    takes: z.object({ query: ConversationListQuery }),
    gives: data(cursorList('conversations', ConversationItem)),
    problems: [],
    needs: { permission: 'history', keys: ANY_KEY, scope: 'required' },
    async handle({ caller }, { query }) {
      const { search } = query
      const filter = { userId: query.mine === 'true' ? caller.userId : undefined, search }
      const filters = Object.values(filter).some((value) => value !== undefined) ? [filter] : []
      const list = JSON.stringify(['conversations', visibleTo(caller), ...filters])
      const page = await app.store.conversations.list(
        caller,
        pageSize(query.limit, PAGE_LIMITS.conversations),
        cursors.read(query.cursor, list),
        filter,
      )
      const conversations = await Promise.all(
        page.items.map((conversation) => conversationData(app, caller, conversation)),
      )
      return { conversations, cursor: cursors.write(page.next, list), hasMore: page.next !== undefined }
    },
  })
