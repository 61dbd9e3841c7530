import { z } from 'zod'
import type { OrganizationRef } from '../../../access/rules/organization-ref.ts'
import { MANAGING } from '../../../access/rules/permit.ts'
import { pages } from '../../../http/reply.ts'
import { managing } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { type ItemPage, type NumberedPage, numberedPage } from '../../../platform/values/page.ts'
import { type AuditFilter, displayedActor } from '../rules/audit.ts'
import { AuditItem, AuditQuery } from './audit-schema.ts'

/** `GET /audit`: what was changed, latest first. */
export const listAudit = (app: Pick<RouteParts, 'store'>) =>
  managing({
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
      return await auditPage(app, caller, numberedPage(query), { action, actor, subject, since, until })
    },
  })

/** A page of an audit log, as the contract writes it. */
export const auditPage = async (
  { store }: Pick<RouteParts, 'store'>,
  owner: OrganizationRef,
  numbered: NumberedPage,
  filter?: AuditFilter,
): Promise<ItemPage<z.input<typeof AuditItem>>> => {
  const { items, ...page } = await store.audit.list(owner, numbered, filter)
  return {
    ...page,
    items: items.map(({ id, at, outcome, actor, action, subject, changes, traceId = null }) => ({
      id,
      at,
      outcome,
      actor: displayedActor(actor),
      action,
      subject_id: subject,
      changes: [...changes],
      trace_id: traceId,
    })),
  }
}
