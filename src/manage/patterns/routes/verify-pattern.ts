import type { Caller } from '../../../access/rules/caller.ts'
import type { RouteParts } from '../../../http/route-parts.ts'
import { Problem, type ProblemName } from '../../../platform/problems/problem.ts'

/** The problems of `verifyPattern`, and of a question that already has a verified query. */
export const QUERY_PROBLEMS: readonly ProblemName[] = [
  'busy',
  'database_connect_timeout',
  'database_login_failed',
  'database_not_found',
  'database_unreachable',
  'duplicate_entry',
  'pattern_refused',
  'tenant_busy',
]

/** @throws Problem `pattern_refused` with the guard's reason, or another of `QUERY_PROBLEMS` */
export const verifyPattern = async (
  app: Pick<RouteParts, 'databases'>,
  caller: Caller,
  databaseId: string,
  query: string,
): Promise<void> => {
  const guarded = await app.databases.judgeForAnyone(caller, databaseId, query)
  if (guarded.ok) return
  const { hint, reason } = guarded.refusal
  const message = `The guard refuses this query: ${hint}`
  throw new Problem('pattern_refused', { message, details: [{ field: 'query', message: hint, code: reason }] })
}

/** The default of `verified_by`: the user or key of the request. */
export const defaultVerifier = ({ keyId, userId }: Caller): string =>
  keyId === undefined ? `user ${userId}` : `key ${keyId}`

/** The problem of a question that already has a pattern. */
export const duplicateQuestion = (): Problem =>
  new Problem('duplicate_entry', {
    details: [
      { field: 'question', message: 'already has a verified query in this database', code: 'VALIDATION_ERROR' },
    ],
  })
