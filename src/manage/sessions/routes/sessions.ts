import { z } from 'zod'
import type { Caller } from '../../../access/rules/caller.ts'
import { MANAGING } from '../../../access/rules/permit.ts'
import { audited } from '../../../http/audited.ts'
import { data, pages, status } from '../../../http/reply.ts'
import { endpoint } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { numberedPage } from '../../../platform/values/page.ts'
import type { Session } from '../rules/session.ts'
import { SessionItem, SessionListQuery, sessionPath } from './session-schema.ts'

/** `GET /sessions` */
export const listSessions = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'get',
    path: '/sessions',
    summary: 'List sessions of the organization, most recently used first',
    description: 'Filter by scope with `scope_id`.',
    takes: z.object({ query: SessionListQuery }),
    gives: pages(SessionItem),
    problems: [],
    needs: MANAGING,
    async handle({ caller }, { query }) {
      const { items, ...page } = await app.store.sessions.list(caller, numberedPage(query), query.scope_id)
      return { ...page, items: items.map(itemOf) }
    },
  })

/** `GET /sessions/{session_id}` */
export const getSession = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'get',
    path: '/sessions/:session_id',
    summary: 'Get a session',
    takes: z.object({ params: sessionPath }),
    gives: data(SessionItem),
    problems: ['session_not_found'],
    needs: MANAGING,
    async handle({ caller }, { params }) {
      return itemOf(await foundSession(app, caller, params.session_id))
    },
  })

/** `DELETE /sessions/{session_id}` */
export const deleteSession = (app: Pick<RouteParts, 'store'>) =>
  audited(app, {
    method: 'delete',
    path: '/sessions/:session_id',
    summary: 'Delete a session',
    description: 'Its conversations are kept. Continuing one of them by its id starts the session again.',
    takes: z.object({ params: sessionPath }),
    gives: status('Deleted.'),
    problems: ['session_not_found'],
    audits: 'session.removed',
    async change({ caller }, { params }, record) {
      const { id } = await foundSession(app, caller, params.session_id)
      await record({ subject: id, changes: [] }, async () => {
        if (!(await app.store.sessions.remove(caller, id))) throw new Problem('session_not_found')
      })
      return FORGOTTEN
    },
    removed: ({ params }) => ({ subject: params.session_id, answer: FORGOTTEN }),
  })

const FORGOTTEN = 'The session was deleted; its conversations are kept.'

const foundSession = async ({ store }: Pick<RouteParts, 'store'>, caller: Caller, id: string): Promise<Session> => {
  const found = await store.sessions.findInOrganization(caller, id)
  if (found === undefined) throw new Problem('session_not_found')
  return found
}

const itemOf = (session: Session): z.input<typeof SessionItem> => ({
  id: session.id,
  scope_id: session.scopeId,
  tenant_id: session.tenantId ?? null,
  database_id: session.latest.databaseId,
  conversation_id: session.latest.conversationId,
  conversations: Object.entries(session.conversations).map(([databaseId, conversationId]) => ({
    database_id: databaseId,
    conversation_id: conversationId,
  })),
  created_at: session.createdAt,
  last_used_at: session.lastUsedAt,
})
