import { z } from 'zod'
import type { PolicyPreview, PreviewRequest, VisiblePart } from '../../../databases/preview-policy.ts'
import { MANAGING } from '../../../domain/access/permit.ts'
import { invalidField } from '../../../domain/problem.ts'
import { data } from '../../reply.ts'
import { resultData } from '../../result-data.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { databaseIdPath } from './database-schema.ts'
import { DESCRIBING_PROBLEMS } from './describing-problems.ts'
import { PolicyPreviewBody, PolicyPreviewItem } from './preview-schema.ts'

/** `POST /databases/{database_id}/policy/preview` */
export const previewPolicy = (app: Pick<RouteParts, 'managed'>) =>
  endpoint({
    method: 'post',
    path: '/databases/:database_id/policy/preview',
    summary: 'Count what a caller would see of each table under a changed policy',
    description:
      'Changes nothing. Counts rows as questions of the tenant and scope see them, under the stored policy and under `changes` (as `PATCH` takes them) or `policy` (as `PUT` takes it), and all rows of each table. Takes ten seconds and 50 tables at most: a number that is not known by then is null, and `reason` says why. Without `tables` it counts those that the change is about, and then all others that are open before or after it.',
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
    throw invalidField('policy', 'is given beside changes: give the change as one of them')
  return { changes, policy, tenantId, scopeId, tables, sampleTable }
}

const previewData = ({ tables, sample }: PolicyPreview): z.input<typeof PolicyPreviewItem> => ({
  tables: tables.map(({ table, before, after, total, notCounted = null }) => ({
    ...{ table, before: partData(before), after: partData(after), total },
    ...{ is_complete: notCounted === null, reason: notCounted },
  })),
  sample: sample === undefined ? null : sampleData(sample),
  is_complete: tables.every(({ notCounted }) => notCounted === undefined) && typeof sample?.rows !== 'string',
})

const partData = ({ isOpen, rows }: VisiblePart) => ({ is_open: isOpen, visible: rows })

const sampleData = ({ table, rows }: NonNullable<PolicyPreview['sample']>) => {
  if (typeof rows === 'string') return { table, columns: [], rows: [], row_count: 0, truncated: false, reason: rows }
  return { table, ...resultData(rows), reason: null }
}
