import { z } from 'zod'
import { shownActor } from '../../../domain/access/audit.ts'
import { MANAGING } from '../../../domain/access/permit.ts'
import { numberedPage } from '../../../domain/history/page.ts'
import { pages } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { AuditItem, AuditQuery } from './audit-schema.ts'

/** `GET /audit`: what was changed, latest first. */
export const listAudit = (app: Pick<RouteParts, 'store'>) =>
  endpoint({
    method: 'get',
    path: '/audit',
    summary: 'List audit log entries, newest first',
    description:
      'Who changed what, when, and whether the change was made. For secrets, only the fact of the change is recorded. Filter with any combination of `action`, `actor`, `subject_id`, `since` and `until`.',
    takes: z.object({ query: AuditQuery }),
    gives: pages(AuditItem),
    problems: [],
    needs: MANAGING,
    async handle({ caller }, { query }) {
      const { action, actor, subject_id: subject, since, until } = query
      const filter = { action, actor, subject, since, until }
      const { items, ...page } = await app.store.audit.list(caller, numberedPage(query), filter)
      return {
        ...page,
        items: items.map(({ id, at, outcome, actor, action, subject, changes, traceId = null }) => ({
          ...{ id, at, outcome, actor: shownActor(actor), action, subject_id: subject },
          ...{ changes: [...changes], trace_id: traceId },
        })),
      }
    },
  })
