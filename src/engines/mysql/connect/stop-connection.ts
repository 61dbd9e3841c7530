import type { Whereabouts } from './lease.ts'
import { login } from './login.ts'
import { Session } from './session.ts'

const STOP_MS = 1_500

/**
 * Ends a connection, and whatever the server does for it, from a second connection. Ending the statement alone would
 * miss one that is about to begin.
 *
 * @param id the server's own number of the connection
 * @returns whether the server was told
 */
export const stopConnection = async ({ ip, address }: Whereabouts, id: number): Promise<boolean> => {
  const signal = AbortSignal.timeout(STOP_MS)
  try {
    const session = new Session(await login(ip, address, signal))
    const onAbort = () => session.destroy()
    signal.addEventListener('abort', onAbort, { once: true })
    // It is gone already where the server does not know it.
    await session.own(`KILL CONNECTION ${id}`).catch(() => {})
    signal.removeEventListener('abort', onAbort)
    session.end()
    return true
  } catch {
    return false
  }
}
