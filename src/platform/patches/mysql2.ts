import { TLSSocket } from 'node:tls'
import type { Connection } from 'mysql2'
import { isApplicable, type Patch } from './patch.ts'

/** If a certificate is rejected, the reason is only available in an internal stream of the driver, not in its error. */
export const MYSQL2_PATCH: Patch = {
  library: 'mysql2',
  triedWith: '3.24.6',
  upstream: 'not asked for: the stream is internal to the driver',
  withoutPatch: 'a rejected certificate is reported as a failed connection',
}

/**
 * Why the certificate of a server was rejected, from an internal field of the driver.
 *
 * @param installed the installed version
 * @returns an error code such as `CERT_HAS_EXPIRED`; undefined if none was rejected or the reason is unknown
 */
export const certificateRefusal = (driver: Connection, installed?: string): string | undefined => {
  if (!isApplicable(MYSQL2_PATCH, installed)) return undefined
  const secure: unknown = Reflect.get(driver, 'stream')
  const reason: unknown = secure instanceof TLSSocket ? Reflect.get(secure, 'authorizationError') : undefined
  return typeof reason === 'string' ? reason : undefined
}
