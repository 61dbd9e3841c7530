import { z } from 'zod'
import { MANAGING } from '../../../access/rules/permit.ts'
import { data } from '../../../http/reply.ts'
import { resultData } from '../../../http/result-data.ts'
import { endpoint } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { invalidField } from '../../../platform/problems/problem.ts'
import type { PolicyPreview, PreviewRequest, VisiblePart } from '../preview-policy.ts'
import { databaseIdPath } from './database-schema.ts'
import { DESCRIBING_PROBLEMS } from './describing-problems.ts'
import { PolicyPreviewBody, PolicyPreviewItem } from './preview-schema.ts'

/** `POST /databases/{database_id}/policy/preview` */
export const previewPolicy = (app: Pick<RouteParts, 'managed'>) =>
  endpoint({
    method: 'post',
    path: '/databases/:database_id/policy/preview',
    summary: 'Preview a policy change: count the rows of each table that a caller would see',
    description:
      'Stores nothing. Counts the rows that questions of the tenant and scope see, under the stored policy and under `changes` (as for `PATCH`) or `policy` (as for `PUT`), and all rows of each table. Limited to ten seconds and 50 tables: a count that is not available by then is null, and `reason` says why. Without `tables`, it counts the tables that the change affects first, then all others that are accessible before or after it.',
    takes: z.object({ params: databaseIdPath, body: PolicyPreviewBody }),
    gives: data(PolicyPreviewItem),
    problems: [...DESCRIBING_PROBLEMS, 'state_invalid'],
    needs: MANAGING,
    async handle({ caller }, { params, body }) {
      const stored = await app.managed.stored(caller, params.database_id)
      return previewData(await app.managed.previewPolicy(stored, requestOf(body)))
    },
  })

const requestOf = (body: z.output<typeof PolicyPreviewBody>): PreviewRequest => {
  const { changes, policy, tenant_id: tenantId, scope_id: scopeId, tables, sample_table: sampleTable } = body
  if (changes !== undefined && policy !== undefined)
    throw invalidField('policy', 'was sent together with changes: send only one of them')
  return { changes, policy, tenantId, scopeId, tables, sampleTable }
}

const previewData = ({ tables, sample }: PolicyPreview): z.input<typeof PolicyPreviewItem> => ({
  tables: tables.map(({ table, before, after, total, notCounted = null }) => ({
    table,
    before: partData(before),
    after: partData(after),
    total,
    is_complete: notCounted === null,
    reason: notCounted,
  })),
  sample: sample === undefined ? null : sampleData(sample),
  is_complete: tables.every(({ notCounted }) => notCounted === undefined) && typeof sample?.rows !== 'string',
})

const partData = ({ isOpen, rows }: VisiblePart) => ({ is_open: isOpen, visible: rows })

const sampleData = ({ table, rows }: NonNullable<PolicyPreview['sample']>) => {
  if (typeof rows === 'string') return { table, columns: [], rows: [], row_count: 0, truncated: false, reason: rows }
  return { table, ...resultData(rows), reason: null }
}
