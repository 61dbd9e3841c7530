import type { App } from '../../app.ts'
import { ANY_KEY } from '../../domain/access/permit.ts'
import { visibleTo } from '../../domain/access/visibility.ts'
import { PAGE_LIMITS, pageSize } from '../../domain/history/page.ts'
import { Problem } from '../../domain/problem.ts'
import type { Cursors } from '../cursor.ts'
import { checked, MessageListQuery } from '../input.ts'
import type { Route } from '../route.ts'

/** `GET /chat/history`: messages of one conversation, or all of the scope. */
export const listMessages = (app: App, cursors: Cursors): Route => ({
  method: 'get',
  path: '/chat/history',
  needs: { permission: 'history', keys: ANY_KEY, scope: 'required' },
  async handle({ req, caller }) {
    const query = checked(MessageListQuery, req.query)
    const { conversation_id: conversationId } = query
    if (conversationId !== undefined && (await app.store.conversation(caller, conversationId)) === undefined) {
      throw new Problem('conversation_not_found')
    }
    const list = JSON.stringify(['history', visibleTo(caller), conversationId])
    const after = cursors.read(query.cursor, list)
    const limit = pageSize(query.limit, PAGE_LIMITS.messages)
    const page = await app.store.listMessages(caller, limit, {
      ...(conversationId === undefined ? {} : { conversationId }),
      ...(after === undefined ? {} : { after }),
    })
    const messages = page.items.map(({ conversationId, ...message }) => ({
      ...message,
      conversation_id: conversationId,
    }))
    return { messages, cursor: cursors.write(page.next, list), hasMore: page.next !== undefined }
  },
})
