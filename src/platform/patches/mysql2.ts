import { TLSSocket } from 'node:tls'
import type { Connection } from 'mysql2'
import { isOn, type Patch } from './patch.ts'

/** A certificate that is not believed ends a connection; why it is not is said by the driver's own stream, and by no error. */
export const MYSQL2_PATCH: Patch = {
  library: 'mysql2',
  triedWith: '3.24.6',
  upstream: 'not asked for: the driver keeps its stream to itself, and few would tell their users the codes of it',
  without: 'a certificate that is not believed is told as a connection that failed',
}

/**
 * Why the certificate of a server was refused, by a field that the driver keeps to itself.
 *
 * @param installed the version that is there
 * @returns what the system calls it, `CERT_HAS_EXPIRED` for one; undefined where none was refused, or nobody knows
 */
export const certificateRefusal = (driver: Connection, installed?: string): string | undefined => {
  if (!isOn(MYSQL2_PATCH, installed)) return undefined
  const secure: unknown = Reflect.get(driver, 'stream')
  const refused: unknown = secure instanceof TLSSocket ? Reflect.get(secure, 'authorizationError') : undefined
  return typeof refused === 'string' ? refused : undefined
}
