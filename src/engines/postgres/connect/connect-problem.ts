import pg from 'pg'
import { Problem } from '../../../platform/problems/problem.ts'
import { REFUSED, tlsFailure } from '../../shared/connect/connect-failures.ts'

/**
 * Why nobody could log in. Nothing of the error itself is kept but its code: errors of networks and servers repeat
 * hosts, users and databases.
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
  return new Problem('database_unreachable', { ...(code === 'ECONNREFUSED' && { message: REFUSED }), cause })
}

/** A role without CONNECT is told so when it has logged in. */
const NOT_ALLOWED = '42501'
const NO_RIGHT = 'The user of the address may not connect to this database: it lacks the CONNECT privilege.'
const UNKNOWN_DATABASE = '3D000'
const NO_DATABASE = 'The server has no database of this name.'

/** A connection ended while it was in use: by itself, or because the server allows transactions so much time and no more. */
export const lostProblem = (error: unknown): Problem => {
  const code = codeOf(error)
  const cause = new Error(`the connection was lost: ${code}`)
  return new Problem(OUT_OF_TIME.has(code) ? 'transaction_failed' : 'database_unreachable', { cause })
}

/** `idle_in_transaction_session_timeout`, `transaction_timeout`. */
const OUT_OF_TIME: ReadonlySet<string> = new Set(['25P03', '25P04'])

export const codeOf = (error: unknown): string => {
  if (error instanceof pg.DatabaseError) return error.code ?? 'server'
  if (typeof error !== 'object' || error === null) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  if (!(error instanceof Error)) return 'unknown'
  return DRIVER_WORDS.has(error.message) ? error.message : error.name
}

/** What the driver itself says of a connection that has ended: nothing of anybody's is in it. */
const DRIVER_WORDS: ReadonlySet<string> = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])

/** The driver says so before the server can. */
const isPasswordMissing = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('client password must be')
