import { connect, type Socket } from 'node:net'

/** Connects to an IP address. @throws the system's error, or the signal's reason */
export const dial = (ip: string, port: number, signal: AbortSignal): Promise<Socket> => {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect({ host: ip, port, noDelay: true, keepAlive: true })
  const onAbort = () => socket.destroy(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  socket.once('error', reject)
  socket.once('connect', () => {
    signal.removeEventListener('abort', onAbort)
    socket.off('error', reject)
    resolve(socket)
  })
  socket.once('close', () => signal.removeEventListener('abort', onAbort))
  return promise
}
