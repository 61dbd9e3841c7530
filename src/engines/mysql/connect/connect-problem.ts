import { Problem } from '../../../platform/problems/problem.ts'
import { NO_TLS, NOTHING_LISTENS } from '../../shared/connect/connect-failures.ts'

/** The login was refused: wrong user or password, or a locked or expired account. */
const LOGIN: ReadonlySet<number> = new Set([1045, 1251, 1275, 1396, 1524, 1698, 1820, 1862, 3118, 3955, 4151])

/** The server requires authentication that the driver does not know or that sends the password in plain text. */
const LOGIN_CODES: ReadonlySet<string> = new Set(['AUTH_SWITCH_PLUGIN_ERROR', 'MYSQL_CLEAR_PASSWORD_NOT_ENABLED'])

/** The login succeeded. The server sends the same error for a missing database if the user has no rights. */
const NO_RIGHT = 1044
const UNKNOWN_DATABASE = 1049

/**
 * The Problem for a failed connection, without any text of the address or the server.
 *
 * @param error of the system or the driver
 */
export const connectProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error
  const [errno, code] = [errnoOf(error), codeOf(error)]
  const cause = new Error(`connecting failed: ${code}`)
  if (LOGIN.has(errno) || LOGIN_CODES.has(code)) return new Problem('database_login_failed', { cause })
  if (errno === NO_RIGHT)
    return new Problem('database_login_failed', {
      message: 'The user of the address has no privileges on a database of this name, or the database does not exist.',
      cause,
    })
  if (code === 'ETIMEDOUT') return new Problem('database_connect_timeout', { cause })
  const message =
    MESSAGES[code] ?? (errno === UNKNOWN_DATABASE ? 'The server has no database of this name.' : undefined)
  if (code === 'ECONNREFUSED') return new Problem('database_unreachable', { message: NOTHING_LISTENS, cause })
  if (message === undefined) return new Problem('database_unreachable', { cause })
  return new Problem('database_unreachable', { message, transient: false, cause })
}

const MESSAGES: Readonly<Record<string, string>> = {
  HANDSHAKE_NO_SSL_SUPPORT: NO_TLS,
  HANDSHAKE_SSL_ERROR: 'The server and this service share no TLS settings that the address allows.',
}

/** A server's error number; 0 for other errors. */
export const errnoOf = (error: unknown): number =>
  error instanceof Error && 'errno' in error && typeof error.errno === 'number' && error.errno > 0 ? error.errno : 0

/** The code of a system, driver or server error, never its message. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[A-Z0-9_]{1,60}$/.test(error.code)
    ? error.code
    : 'UNKNOWN'
