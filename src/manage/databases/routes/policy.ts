import { z } from 'zod'
import { MANAGING } from '../../../access/rules/permit.ts'
import { audited } from '../../../http/audited.ts'
import { data } from '../../../http/reply.ts'
import { endpoint } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { changesOf } from '../../audit/rules/audit.ts'
import { reviewData } from './database-data.ts'
import {
  databaseIdPath,
  PolicyBody,
  PolicyItem,
  PolicyPatch,
  ReviewedPolicyItem,
  ReviewItem,
} from './database-schema.ts'
import { DESCRIBING_PROBLEMS } from './describing-problems.ts'

const path = '/databases/:database_id/policy'

/** `GET /databases/{database_id}/policy` */
export const getPolicy = (app: Pick<RouteParts, 'managed'>) =>
  endpoint({
    method: 'get',
    path,
    summary: 'Get the policy of a database: what each tenant may see',
    description: 'The format of the policy file of the command; `PUT` accepts the same.',
    takes: z.object({ params: databaseIdPath }),
    gives: data(PolicyItem),
    problems: ['database_not_found'],
    needs: MANAGING,
    async handle({ caller }, { params }) {
      return { ...(await app.managed.stored(caller, params.database_id)).policy }
    },
  })

/** `PUT /databases/{database_id}/policy` */
export const putPolicy = (app: Pick<RouteParts, 'managed' | 'store'>) =>
  audited(app, {
    method: 'put',
    path,
    summary: 'Replace the policy of a database',
    description: 'Unknown tables, columns and fields are refused, with their path.',
    takes: z.object({ params: databaseIdPath, body: PolicyBody }),
    gives: data(PolicyItem),
    problems: [...DESCRIBING_PROBLEMS, 'state_invalid'],
    audits: 'policy.replaced',
    async change({ caller }, { params, body }, record) {
      const stored = await app.managed.stored(caller, params.database_id)
      const policy = await app.managed.replacePolicy(stored, body, ({ id: subject, policy }, write) => {
        const changes = changesOf({ tenant: policy.tenant, scope: policy.scope, tables: { ...policy.tables } })
        return record({ subject, changes }, write)
      })
      return { ...policy }
    },
  })

/** `PATCH /databases/{database_id}/policy` */
export const patchPolicy = (app: Pick<RouteParts, 'managed' | 'store'>) =>
  audited(app, {
    method: 'patch',
    path,
    summary: 'Update the policy: confirm proposals, share or close tables, hide or show columns',
    takes: z.object({ params: databaseIdPath, body: PolicyPatch }),
    gives: data(ReviewedPolicyItem),
    problems: [...DESCRIBING_PROBLEMS, 'state_invalid'],
    audits: 'policy.changed',
    async change({ caller }, { params, body }, record) {
      const stored = await app.managed.stored(caller, params.database_id)
      const { policy, ...review } = await app.managed.confirmPolicy(stored, body, ({ id: subject }, write) =>
        record({ subject, changes: changesOf(body) }, write),
      )
      return { ...reviewData(review), policy: { ...policy } }
    },
  })

/** `GET /databases/{database_id}/policy/review` */
export const reviewPolicy = (app: Pick<RouteParts, 'managed'>) =>
  endpoint({
    method: 'get',
    path: `${path}/review`,
    summary: 'Get tables to confirm, policy drift and missing indexes',
    takes: z.object({ params: databaseIdPath }),
    gives: data(ReviewItem),
    problems: DESCRIBING_PROBLEMS,
    needs: MANAGING,
    async handle({ caller }, { params }) {
      return reviewData(await app.managed.review(await app.managed.stored(caller, params.database_id)))
    },
  })
