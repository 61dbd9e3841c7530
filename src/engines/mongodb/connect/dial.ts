import { once } from 'node:events'
import net, { isIP, type Socket } from 'node:net'
import tls from 'node:tls'
import { rejectOnAbort } from '../../../platform/network/reject-on-abort.ts'
import { reachableHost } from '../../shared/connect/reachable-host.ts'
import type { MongoHost } from './address.ts'
import type { MongoTls } from './address-options.ts'

/**
 * Connects to a host, with TLS if configured. The host is resolved once, and the connection uses the checked address.
 *
 * @throws Problem `database_unreachable`; network or TLS errors; the signal's reason when it aborts
 */
export const dial = async (
  { host, port }: MongoHost,
  mode: MongoTls,
  allowPrivate: boolean,
  signal: AbortSignal,
): Promise<Socket> => {
  const address = await rejectOnAbort(reachableHost(host, allowPrivate), signal)
  const plain = net.connect({ host: address, port, noDelay: true, keepAlive: true })
  // An abandoned socket may still fail.
  plain.on('error', () => {})
  try {
    await rejectOnAbort(once(plain, 'connect'), signal)
    return mode.isEnabled ? await startTls(plain, host, mode, signal) : plain
  } catch (error) {
    plain.destroy()
    throw error
  }
}

const startTls = async (socket: Socket, host: string, mode: MongoTls, signal: AbortSignal): Promise<Socket> => {
  const closed = new AbortController()
  socket.once('close', () => closed.abort(new Error('the server closed the connection')))
  const secure = tls.connect({
    socket,
    host,
    // SNI does not allow IP addresses (RFC 6066, section 3).
    ...(isIP(host) === 0 ? { servername: host } : {}),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: mode.checkAuthority,
    ...(mode.checkHost ? {} : { checkServerIdentity: () => undefined }),
  })
  secure.on('error', () => {})
  try {
    await rejectOnAbort(once(secure, 'secureConnect'), AbortSignal.any([signal, closed.signal]))
    return secure
  } catch (error) {
    secure.destroy()
    throw error
  }
}
