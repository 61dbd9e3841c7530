import { setTimeout as delay } from 'node:timers/promises'

const LOOK_MS = 25
const LOOK_MS_MAX = 250

/**
 * Polls for something that no event announces: the longer it takes, the more seldom, for a look may be a dozen requests, and
 * what is waited for shares its machine with them.
 * @throws when it has not come within `timeoutMs`
 */
export const waitFor = async <Value>(
  what: string,
  look: () => Promise<Value | undefined | false>,
  timeoutMs = 60_000,
): Promise<Value> => {
  const begun = Date.now()
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    const waitedMs = Date.now() - begun
    if (waitedMs > timeoutMs) throw new Error(`${what} did not come within ${timeoutMs} ms`)
    await delay(Math.min(Math.max(LOOK_MS, waitedMs / 10), LOOK_MS_MAX))
  }
}
