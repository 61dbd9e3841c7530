import { z } from 'zod'
import { ANY_KEY } from '../../../domain/access/permit.ts'
import { Problem } from '../../../domain/problem.ts'
import { data } from '../../reply.ts'
import { endpoint } from '../../route.ts'
import type { RouteParts } from '../../route-parts.ts'
import { databaseIdPath } from './database-schema.ts'
import { DESCRIBING_PROBLEMS } from './describing-problems.ts'

/** `GET /databases/{database_id}/questions` */
export const listQuestions = (app: Pick<RouteParts, 'starters'>) =>
  endpoint({
    method: 'get',
    path: '/databases/:database_id/questions',
    summary: 'Questions to begin with',
    description:
      'Six at most, from the tables, columns and glossary that the caller may see, and where all callers see the same rows from verified queries too. None before the database was indexed. `X-Tenant-Id` and `X-Scope-Id` are those of a question.',
    takes: z.object({ params: databaseIdPath }),
    gives: data(z.object({ questions: z.array(z.string()).readonly() })),
    problems: [...DESCRIBING_PROBLEMS, 'tenant_missing', 'tenant_invalid', 'tenant_not_expected'],
    needs: { permission: 'chat', keys: ANY_KEY, scope: 'optional' },
    async handle({ caller, epoch }, { params: { database_id: id } }) {
      if (caller.kind === 'database' && id !== caller.databaseId) throw new Problem('database_not_found')
      return { questions: await app.starters(caller, id, epoch) }
    },
  })
