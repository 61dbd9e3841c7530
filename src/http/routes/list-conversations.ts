import type { App } from '../../app.ts'
import { ANY_KEY } from '../../domain/access/permit.ts'
import { visibleTo } from '../../domain/access/visibility.ts'
import { PAGE_LIMITS, pageSize } from '../../domain/history/page.ts'
import type { Cursors } from '../cursor.ts'
import { checked, ListQuery } from '../input.ts'
import type { Route } from '../route.ts'

/** `GET /chat/conversations` */
export const listConversations = (app: App, cursors: Cursors): Route => ({
  method: 'get',
  path: '/chat/conversations',
  needs: { permission: 'history', keys: ANY_KEY, scope: 'required' },
  async handle({ req, caller }) {
    const query = checked(ListQuery, req.query)
    const list = JSON.stringify(['conversations', visibleTo(caller)])
    const page = await app.store.listConversations(
      caller,
      pageSize(query.limit, PAGE_LIMITS.conversations),
      cursors.read(query.cursor, list),
    )
    const conversations = page.items.map(({ tenantId, databaseId, ...listed }) => listed)
    return { conversations, cursor: cursors.write(page.next, list), hasMore: page.next !== undefined }
  },
})
