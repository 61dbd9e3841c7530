import { setImmediate as nextTurn } from 'node:timers/promises'

const HELD_MS_MAX = 8

/** Awaited between small pieces of work: yields to the event loop during long work. */
export const regularYield = (): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < HELD_MS_MAX) return
    await nextTurn()
    since = performance.now()
  }
}
