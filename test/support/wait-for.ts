import { setTimeout as delay } from 'node:timers/promises'

/** Polls for something that no event announces. @throws when it has not come within `timeoutMs` */
export const waitFor = async <Value>(
  what: string,
  look: () => Promise<Value | undefined | false>,
  timeoutMs = 60_000,
): Promise<Value> => {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${timeoutMs} ms`)
    await delay(25)
  }
}
