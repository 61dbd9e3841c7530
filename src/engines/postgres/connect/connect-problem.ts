import pg from 'pg'
import { Problem } from '../../../platform/problems/problem.ts'
import { NOTHING_LISTENS, tlsFailure } from '../../shared/connect/connect-failures.ts'

/**
 * The Problem for a failed login. Keeps only the error's code: messages of networks and servers contain hosts, users
 * and databases.
 */
export const connectProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error
  const code = codeOf(error)
  const cause = new Error(`connecting: ${code}`)
  if (code.startsWith('28') || isPasswordMissing(error)) return new Problem('database_login_failed', { cause })
  if (code === 'ETIMEDOUT') return new Problem('database_connect_timeout', { cause })
  if (code === NOT_ALLOWED) return new Problem('database_login_failed', { message: NO_RIGHT, cause })
  if (code === UNKNOWN_DATABASE)
    return new Problem('database_unreachable', { message: NO_DATABASE, transient: false, cause })
  const failure = tlsFailure(code)
  if (failure !== undefined) return new Problem('database_unreachable', { message: failure, transient: false, cause })
  return new Problem('database_unreachable', { ...(code === 'ECONNREFUSED' && { message: NOTHING_LISTENS }), cause })
}

/** Sent after the login to a role without CONNECT. */
const NOT_ALLOWED = '42501'
const NO_RIGHT = 'The user of the address may not connect to this database: it lacks the CONNECT privilege.'
const UNKNOWN_DATABASE = '3D000'
const NO_DATABASE = 'The server has no database of this name.'

/** The Problem for a connection that ended in use, by itself or through a transaction timeout of the server. */
export const connectionLostProblem = (error: unknown): Problem => {
  const code = codeOf(error)
  const cause = new Error(`the connection was lost: ${code}`)
  return new Problem(TIMEOUT_CODES.has(code) ? 'transaction_failed' : 'database_unreachable', { cause })
}

/** `idle_in_transaction_session_timeout`, `transaction_timeout`. */
const TIMEOUT_CODES: ReadonlySet<string> = new Set(['25P03', '25P04'])

export const codeOf = (error: unknown): string => {
  if (error instanceof pg.DatabaseError) return error.code ?? 'server'
  if (typeof error !== 'object' || error === null) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  if (!(error instanceof Error)) return 'unknown'
  return DRIVER_MESSAGES.has(error.message) ? error.message : error.name
}

/** The driver's own messages about ended connections, which contain no customer data. */
const DRIVER_MESSAGES: ReadonlySet<string> = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])

/** The driver detects this before the server. */
const isPasswordMissing = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('client password must be')
