import { setImmediate as nextTurn } from 'node:timers/promises'

const HELD_MS_MAX = 8

/** To be awaited between small pieces of work: lets other work of the process go on where many came at once. */
export const breather = (): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < HELD_MS_MAX) return
    await nextTurn()
    since = performance.now()
  }
}
