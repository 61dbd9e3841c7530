import { isIP } from 'node:net'
import { createConnection, type Connection as Driver, type SslOptions } from 'mysql2'
import { certificateRefusal } from '../../../platform/patches/mysql2.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { tlsFailure } from '../../shared/connect/connect-failures.ts'
import type { ServerAddress } from '../../shared/connect/server-address.ts'
import { BoundedStream } from './bounded-stream.ts'
import { codeOf } from './connect-problem.ts'
import { dial } from './dial.ts'

/** A connection after login. */
export interface Login {
  readonly driver: Driver
  readonly stream: BoundedStream
}

/** Limit for greeting, certificates and login packets. */
const LOGIN_BYTES_MAX = 256 * 1024

/**
 * Connects to a checked IP address and logs in.
 *
 * @param ip resolved from the address's host
 * @throws errors of the system, driver or server, or the signal's reason
 */
export const login = async (ip: string, address: ServerAddress, signal: AbortSignal): Promise<Login> => {
  if (address.tls !== 'prefer') return await attempt(ip, address, tlsOptions(address), signal)
  try {
    return await attempt(ip, address, tlsOptions({ ...address, tls: 'require' }), signal)
  } catch (error) {
    // The server reports this before any credentials are sent.
    if (codeOf(error) !== 'HANDSHAKE_NO_SSL_SUPPORT') throw error
    return await attempt(ip, address, undefined, signal)
  }
}

const tlsOptions = ({ tls: mode, host, authority }: ServerAddress): SslOptions | undefined => {
  if (mode === 'disable') return undefined
  // The driver compares certificates with names only, and takes an IP address for localhost.
  if (mode === 'verify-full' && isIP(host) !== 0)
    throw new Problem('database_unreachable', { message: NAME_WANTED, transient: false })
  return {
    minVersion: 'TLSv1.2',
    rejectUnauthorized: mode === 'verify-ca' || mode === 'verify-full',
    verifyIdentity: mode === 'verify-full',
    ...(authority === undefined ? {} : { ca: authority }),
  }
}

const NAME_WANTED = 'With sslmode=verify-full, use a host name: certificates are not checked against IP addresses here.'

const attempt = async (
  ip: string,
  { host, port, user, password, database }: ServerAddress,
  ssl: SslOptions | undefined,
  signal: AbortSignal,
): Promise<Login> => {
  const stream = new BoundedStream(await dial(ip, port, signal), LOGIN_BYTES_MAX)
  const driver = createConnection({
    // The certificate must be for this host; the stream is already connected.
    stream,
    host,
    port,
    user,
    password,
    database,
    ...(ssl === undefined ? {} : { ssl }),
    // The caller's signal limits the time.
    connectTimeout: 0,
    // Never sends local files, even if the server requests them, and keeps spaces in names.
    flags: ['-LOCAL_FILES', '-ODBC', '-IGNORE_SPACE', '-FOUND_ROWS'],
    charset: 'UTF8MB4_GENERAL_CI',
    multipleStatements: false,
    enableCleartextPlugin: false,
    maxPreparedStatements: 1,
    // No code is generated from column names.
    disableEval: true,
    rowsAsArray: true,
    dateStrings: true,
    supportBigNumbers: true,
    jsonStrings: true,
    timezone: 'Z',
    typeCast: (field, next) => (BYTES.has(field.type) ? field.buffer() : next()),
  })
  // Closes on the first protocol error instead of logging a line per packet.
  driver.on('warn', (error: Error) => {
    driver.pause()
    stream.destroy(error)
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  driver.once('connect', () => resolve())
  driver.on('error', reject)
  stream.on('close', () => reject(new Error('the connection was closed')))
  try {
    await promise
    return { driver, stream }
  } catch (error) {
    stream.destroy()
    throw certificateProblem(driver) ?? error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

const certificateProblem = (driver: Driver): Problem | undefined => {
  const refused = certificateRefusal(driver)
  const message = refused === undefined ? undefined : tlsFailure(refused)
  return message === undefined ? undefined : new Problem('database_unreachable', { message, transient: false })
}

/** Types that the driver would decode itself. */
const BYTES: ReadonlySet<string> = new Set(['GEOMETRY', 'VECTOR'])
