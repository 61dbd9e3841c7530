import type { ServerLocation } from './lease.ts'
import { login } from './login.ts'
import { Session } from './session.ts'

const STOP_MS = 1_500

/**
 * Kills a connection and its statement from a second connection. Killing only the statement would miss one about to
 * start.
 *
 * @param id the server's connection id
 * @returns whether the server was reached
 */
export const stopConnection = async ({ ip, address }: ServerLocation, id: number): Promise<boolean> => {
  const signal = AbortSignal.timeout(STOP_MS)
  try {
    const session = new Session(await login(ip, address, signal))
    const onAbort = () => session.destroy()
    signal.addEventListener('abort', onAbort, { once: true })
    // Fails if the connection has already ended.
    await session.queryInternal(`KILL CONNECTION ${id}`).catch(() => {})
    signal.removeEventListener('abort', onAbort)
    session.end()
    return true
  } catch {
    return false
  }
}
