import { Problem } from '../../../platform/problems/problem.ts'
import { NO_TLS, REFUSED } from '../../shared/connect/connect-failures.ts'

/** Who asks is not let in: wrong user or password, a locked or expired account. */
const LOGIN: ReadonlySet<number> = new Set([1045, 1251, 1275, 1396, 1524, 1698, 1820, 1862, 3118, 3955, 4151])

/** The server wants a way to log in that the driver does not know, or that would tell the password to who listens. */
const LOGIN_CODES: ReadonlySet<string> = new Set(['AUTH_SWITCH_PLUGIN_ERROR', 'MYSQL_CLEAR_PASSWORD_NOT_ENABLED'])

/** The password was right. Of a database that is not there, a user without rights is told the same. */
const NO_RIGHT = 1044
const UNKNOWN_DATABASE = 1049

/**
 * What became of an attempt to connect, in words that repeat nothing of the address and nothing that the server says.
 *
 * @param error as the system or the driver threw it
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
  if (code === 'ECONNREFUSED') return new Problem('database_unreachable', { message: REFUSED, cause })
  if (message === undefined) return new Problem('database_unreachable', { cause })
  return new Problem('database_unreachable', { message, transient: false, cause })
}

const MESSAGES: Readonly<Record<string, string>> = {
  HANDSHAKE_NO_SSL_SUPPORT: NO_TLS,
  HANDSHAKE_SSL_ERROR: 'The server and this service share no TLS settings that the address allows.',
}

/** The number of a server's error; 0 where an error is none of a server. */
export const errnoOf = (error: unknown): number =>
  error instanceof Error && 'errno' in error && typeof error.errno === 'number' && error.errno > 0 ? error.errno : 0

/** The code of an error of the system, the driver or the server: a word, never a message. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[A-Z0-9_]{1,60}$/.test(error.code)
    ? error.code
    : 'UNKNOWN'
