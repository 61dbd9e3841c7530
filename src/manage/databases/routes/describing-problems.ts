import type { ProblemName } from '../../../platform/problems/problem.ts'

/** Problems of reading the schema of a stored database. */
export const DESCRIBING_PROBLEMS: readonly ProblemName[] = [
  'busy',
  'database_connect_timeout',
  'database_login_failed',
  'database_not_found',
  'database_too_large',
  'database_unreachable',
  'query_timeout',
  'tenant_busy',
]
