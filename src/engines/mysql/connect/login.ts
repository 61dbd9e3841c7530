import { isIP } from 'node:net'
import { createConnection, type Connection as Driver, type SslOptions } from 'mysql2'
import { certificateRefusal } from '../../../platform/patches/mysql2.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { tlsFailure } from '../../shared/connect/connect-failures.ts'
import type { ServerAddress } from '../../shared/connect/server-address.ts'
import { BoundedStream } from './bounded-stream.ts'
import { codeOf } from './connect-problem.ts'
import { dial } from './dial.ts'

/** A connection that a user has logged in on. */
export interface Login {
  readonly driver: Driver
  readonly stream: BoundedStream
}

/** Greeting, certificates and the answers around a login. */
const LOGIN_BYTES_MAX = 256 * 1024

/**
 * Connects to a server by an IP address that was looked at, and logs in.
 *
 * @param ip where the host of the address was found
 * @throws what the system, the driver or the server says, or the signal's reason
 */
export const login = async (ip: string, address: ServerAddress, signal: AbortSignal): Promise<Login> => {
  if (address.tls !== 'prefer') return await attempt(ip, address, tlsOptions(address), signal)
  try {
    return await attempt(ip, address, tlsOptions({ ...address, tls: 'require' }), signal)
  } catch (error) {
    // The server says so before anything of the user was sent.
    if (codeOf(error) !== 'HANDSHAKE_NO_SSL_SUPPORT') throw error
    return await attempt(ip, address, undefined, signal)
  }
}

const tlsOptions = ({ tls: mode, host, authority }: ServerAddress): SslOptions | undefined => {
  if (mode === 'disable') return undefined
  // The driver compares certificates with names only, and would take an IP address for this machine.
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
    // The host is what a certificate must be for; the stream is connected already.
    stream,
    host,
    port,
    user,
    password,
    database,
    ...(ssl === undefined ? {} : { ssl }),
    // The caller's signal ends what takes too long.
    connectTimeout: 0,
    // No file of this machine is sent, whatever the server asks for, and names keep their spaces.
    flags: ['-LOCAL_FILES', '-ODBC', '-IGNORE_SPACE', '-FOUND_ROWS'],
    charset: 'UTF8MB4_GENERAL_CI',
    multipleStatements: false,
    enableCleartextPlugin: false,
    maxPreparedStatements: 1,
    // No code is made of what a server calls its columns.
    disableEval: true,
    rowsAsArray: true,
    dateStrings: true,
    supportBigNumbers: true,
    jsonStrings: true,
    timezone: 'Z',
    typeCast: (field, next) => (BYTES.has(field.type) ? field.buffer() : next()),
  })
  // A server out of step is given up at the first sign of it, instead of one line of a log for each packet.
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

/** What the driver would take apart itself. */
const BYTES: ReadonlySet<string> = new Set(['GEOMETRY', 'VECTOR'])
