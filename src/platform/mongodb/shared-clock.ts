import type { StoreClock } from './store-clock.ts'

/** Synchronized clocks differ by less; the network adds more than that to a measurement of the difference. */
const SYNCHRONIZED_MS = 250

/**
 * A clock for ordering messages and attempts of steps across machines. It uses the clock of this machine if that is synchronized
 * with the store's, so that processes of one machine agree to the millisecond; otherwise that of the store. It is monotonic
 * within a process.
 */
export const sharedClock = (store: StoreClock, localClock: () => number = Date.now): StoreClock => {
  let last = 0
  return {
    async now() {
      const stored = await store.now()
      const local = localClock()
      last = Math.max(last, Math.abs(stored - local) <= SYNCHRONIZED_MS ? local : stored)
      return last
    },
  }
}
