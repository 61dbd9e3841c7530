import { Problem, type ProblemName } from '../../platform/problems/problem.ts'

const REJECTING: ReadonlySet<ProblemName> = new Set([
  'database_unreachable',
  'database_login_failed',
  'database_connect_timeout',
  'query_timeout',
])

/**
 * Turns an error of an unusable database address into a problem of the request, with the field at fault (specification,
 * Errors: 422 with `CONNECTION_FAILED`, `AUTH_FAILED` or `CONNECTION_TIMEOUT`).
 * @returns other errors unchanged
 */
export const connectionRejected = (error: unknown, field: string): unknown => {
  if (!(error instanceof Problem) || !REJECTING.has(error.problem)) return error
  const { message } = error
  const code =
    error.problem === 'query_timeout' ? 'CONNECTION_TIMEOUT' : (error.details[0]?.code ?? 'CONNECTION_FAILED')
  return new Problem('connection_rejected', { message, details: [{ field, message, code }], cause: error })
}
