import { MongoServerError } from 'mongodb'
import { Problem } from '../../../platform/problems/problem.ts'
import { NOTHING_LISTENS } from '../../shared/connect/connect-failures.ts'

/**
 * The Problem for a failed login or connection. Keeps only the error's code: messages of networks and servers contain
 * hosts, users and databases.
 */
export const connectProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error
  const code = codeOf(error)
  const cause = new Error(`connecting: ${code}`)
  if (error instanceof MongoServerError && error.code === UNAUTHORIZED) return missingPrivilege(cause)
  if (error instanceof MongoServerError && LOGIN_CODES.has(error.code)) return loginProblem(cause)
  if (code === 'ETIMEDOUT') return new Problem('database_connect_timeout', { cause })
  return new Problem('database_unreachable', { ...(code === 'ECONNREFUSED' && { message: NOTHING_LISTENS }), cause })
}

const UNAUTHORIZED = 13

/** The login succeeded or was not required; a privilege is missing. */
export const missingPrivilege = (cause: Error): Problem =>
  new Problem('database_login_failed', {
    message:
      'The user of the address may not read this database: grant it the role read on the database, or the find privilege on some of its collections. If the address has no user, add one.',
    cause,
  })

/** UserNotFound, AuthenticationFailed, MechanismUnavailable, and codes of hosted servers. */
const LOGIN_CODES: ReadonlySet<unknown> = new Set([11, 18, 334, 8000])

const loginProblem = (cause: Error): Problem =>
  new Problem('database_login_failed', {
    message:
      'The database rejected the user or password of its address. If the user was created in another database, add authSource, for example ?authSource=admin.',
    cause,
  })

export const codeOf = (error: unknown): string => {
  if (error instanceof MongoServerError) return `server ${Number(error.code)}`
  if (typeof error !== 'object' || error === null) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.name : 'unknown'
}
