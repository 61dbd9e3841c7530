import { once } from 'node:events'
import net, { isIP, type Socket } from 'node:net'
import tls from 'node:tls'
import { rejectOnAbort } from '../../../platform/network/reject-on-abort.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { NO_TLS } from '../../shared/connect/connect-failures.ts'
import { reachableHost } from '../../shared/connect/reachable-host.ts'
import type { ServerAddress } from '../../shared/connect/server-address.ts'

/** https://www.postgresql.org/docs/current/protocol-message-formats.html: SSLRequest and CancelRequest. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const CANCEL_CODE = 80_877_102
const [YES, NO] = ['S'.charCodeAt(0), 'N'.charCodeAt(0)]

/** What the server requires for a cancel request. */
export interface BackendKey {
  readonly processID: number
  readonly secretKey: number
}

/**
 * Connects to the server, with TLS as configured, before the login. The host is resolved once, and the connection uses
 * the checked address.
 *
 * @throws Problem `database_unreachable`; network or TLS errors; the signal's reason when it aborts
 */
export const dial = async (address: ServerAddress, allowPrivate: boolean, signal: AbortSignal): Promise<Socket> => {
  const host = await rejectOnAbort(reachableHost(address.host, allowPrivate), signal)
  const socket = net.connect({ host, port: address.port })
  try {
    await rejectOnAbort(once(socket, 'connect'), signal)
    return address.tls === 'disable' ? socket : await startTls(socket, address, signal)
  } catch (error) {
    socket.on('error', () => {}).destroy()
    throw error
  }
}

/** Sends a cancel request for a server process; it needs no login and gets no response. */
export const cancelStatement = async (
  address: ServerAddress,
  { processID, secretKey }: BackendKey,
  allowPrivate: boolean,
  signal: AbortSignal,
): Promise<void> => {
  const socket = await dial(address, allowPrivate, signal)
  const request = Buffer.alloc(16)
  request.writeInt32BE(16, 0)
  request.writeInt32BE(CANCEL_CODE, 4)
  request.writeInt32BE(processID, 8)
  request.writeInt32BE(secretKey, 12)
  try {
    // Waits until the server closes: poolers drop the request if the client closes first, and some fail.
    const closed = once(socket.resume(), 'close')
    socket.on('error', () => {}).write(request)
    await rejectOnAbort(closed, signal)
  } finally {
    socket.destroy()
  }
}

const startTls = async (
  plain: Socket,
  { tls: mode, host, authority }: ServerAddress,
  signal: AbortSignal,
): Promise<Socket> => {
  plain.write(SSL_REQUEST)
  const [answer]: Buffer[] = await rejectOnAbort(unlessClosed(plain, 'data'), signal)
  // Further bytes would have been injected before TLS started (man in the middle).
  if (answer?.length !== 1) throw new Error('the server answered the request for TLS with more than one byte')
  if (answer[0] === NO && mode === 'prefer') return plain
  if (answer[0] !== YES) throw new Problem('database_unreachable', { message: NO_TLS, transient: false })
  const secure = tls.connect({
    socket: plain,
    host,
    // SNI does not allow IP addresses (RFC 6066, section 3).
    ...(isIP(host) === 0 ? { servername: host } : {}),
    rejectUnauthorized: mode === 'verify-ca' || mode === 'verify-full',
    ...(authority === undefined ? {} : { ca: authority }),
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  })
  try {
    await rejectOnAbort(unlessClosed(secure, 'secureConnect'), signal)
    return secure
  } catch (error) {
    secure.on('error', () => {}).destroy()
    throw error
  }
}

/** Waits for an event of a socket, which may also close without an error. */
const unlessClosed = async (socket: Socket, event: string): Promise<Buffer[]> => {
  const closed = new AbortController()
  const onClose = () => closed.abort()
  socket.once('close', onClose).once('end', onClose)
  try {
    return await once(socket, event, { signal: closed.signal })
  } finally {
    socket.off('close', onClose).off('end', onClose)
  }
}
