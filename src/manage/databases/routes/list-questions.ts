import { z } from 'zod'
import { ANY_KEY } from '../../../access/rules/permit.ts'
import { data } from '../../../http/reply.ts'
import { endpoint } from '../../../http/route.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { databaseIdPath } from './database-schema.ts'
import { DESCRIBING_PROBLEMS } from './describing-problems.ts'

/** `GET /databases/{database_id}/questions` */
export const listQuestions = (app: Pick<RouteParts, 'databases'>) =>
  endpoint({
    method: 'get',
    path: '/databases/:database_id/questions',
    summary: 'Get suggested questions',
    description:
      'At most six, based on the tables, columns and glossary that the caller may access and, if all callers see the same rows, also on verified queries. Empty until the database is indexed. Send `X-Tenant-Id` and `X-Scope-Id` as for a question.',
    takes: z.object({ params: databaseIdPath }),
    gives: data(z.object({ questions: z.array(z.string()).readonly() })),
    problems: [...DESCRIBING_PROBLEMS, 'tenant_missing', 'tenant_invalid', 'tenant_not_expected'],
    needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
    async handle({ caller, revision }, { params: { database_id: id } }) {
      if (caller.kind === 'database' && id !== caller.databaseId) throw new Problem('database_not_found')
      return { questions: await app.databases.starters(caller, id, revision) }
    },
  })
